import type { Page } from '@playwright/test'
import { violations, violationsOfLook } from '../browser/axe.ts'
import { expect } from '../browser/fixtures.ts'
import { narrow, phone, tablet } from '../browser/screens.ts'
import { takeWalks } from '../states/take-walks.ts'

const soft = expect.configure({ soft: true })

takeWalks(
  'no accessibility violation on a desktop in light and on a phone in the dark, no sideways scrolling at 320 px and on a tablet',
  // A failure in one state does not hide the states after it.
  async (page, state) => {
    // Polled, because a busy browser may take a moment to lay the page out for the new window size.
    await page.emulateMedia({ colorScheme: 'light' })
    await soft.poll(() => violations(page), `${state} on a desktop, light`).toEqual([])
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.setViewportSize(phone)
    await soft.poll(() => violationsOfLook(page), `${state} on a phone, dark`).toEqual([])
    for (const window of [narrow, tablet]) {
      await page.setViewportSize(window)
      await soft.poll(() => widerThanWindow(page), `${state}: pixels to scroll sideways at ${window.width}`).toBe(0)
    }
  },
)

/** How many pixels of the page's width are not visible. */
async function widerThanWindow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
}
