import { type Locator, type Page, expect } from '@playwright/test'

const mostStops = 40

/** Presses Tab until this is focused, as somebody without a mouse does; every stop on the way has a visible focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  for (let stops = 0; stops < mostStops; stops++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
    const outline = await page.evaluate(() => {
      const element = document.activeElement
      return element && element !== document.body ? getComputedStyle(element).outlineStyle : 'browser'
    })
    expect(outline).not.toBe('none')
  }
  throw new Error(`Not to be reached with Tab: ${String(target)}`)
}
