import { fileURLToPath } from 'node:url'
import { phone } from './browser/screens.ts'
import { takeWalks } from './states/take-walks.ts'

const folder = fileURLToPath(new URL('../var/gallery/', import.meta.url))
const sizes = { phone, desktop: { width: 1440, height: 900 } }

takeWalks('every state is photographed', async (page, state) => {
  // No button must look as if somebody pointed at it.
  await page.mouse.move(0, 0)
  // A dialog's backdrop is as high as the window, so a picture of the whole page would show where it ends.
  const fullPage = !(await page.locator('dialog[open]').first().isVisible())
  for (const [size, viewport] of Object.entries(sizes)) {
    await page.setViewportSize(viewport)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.screenshot({ path: `${folder}${state}-${size}-${colorScheme}.png`, fullPage })
    }
  }
})
