import { fileURLToPath } from 'node:url'
import { test } from './fixtures.ts'
import { states } from './states.ts'

const folder = fileURLToPath(new URL('../var/gallery/', import.meta.url))
const sizes = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 900 } }

test.use({ expectedTrouble: /status of (401|404|429|500|503)|ERR_INTERNET_DISCONNECTED/ })

for (const state of states) {
  test(`${state.name} is photographed`, async ({ page, world }) => {
    const leave = await state.reach(page, world)
    // No button is to be pictured as if it were pointed at.
    await page.mouse.move(0, 0)
    // What a dialog covers is a window high, so a picture of the whole page would show its edge.
    const fullPage = !(await page.locator('dialog[open]').first().isVisible())
    for (const [size, viewport] of Object.entries(sizes)) {
      await page.setViewportSize(viewport)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        await page.screenshot({ path: `${folder}${state.name}-${size}-${colorScheme}.png`, fullPage })
      }
    }
    await leave?.()
  })
}
