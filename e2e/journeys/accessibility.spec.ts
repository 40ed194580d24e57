import type { Page } from '@playwright/test'
import { violations } from '../axe.ts'
import { expect, test } from '../fixtures.ts'
import { states } from '../states.ts'

test.use({ expectedTrouble: /status of (401|404|429|500|503)|ERR_INTERNET_DISCONNECTED/ })

for (const state of states) {
  test(`${state.name}: no accessibility violation on a desk in light and on a phone in the dark, no sideways scrolling at 320 px`, async ({
    page,
    world,
  }) => {
    const leave = await state.reach(page, world)
    try {
      await page.emulateMedia({ colorScheme: 'light' })
      expect(await violations(page), 'on a desk, light').toEqual([])
      await page.emulateMedia({ colorScheme: 'dark' })
      await page.setViewportSize({ width: 390, height: 844 })
      // Polled, because a busy browser lays the narrower page out a moment later.
      await expect.poll(() => violations(page), 'on a phone, dark').toEqual([])
      await page.setViewportSize({ width: 320, height: 640 })
      await expect.poll(() => widerThanWindow(page)).toBe(0)
    } finally {
      await leave?.()
    }
  })
}

/** By how many pixels the page is wider than what is seen of it. */
async function widerThanWindow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
}
