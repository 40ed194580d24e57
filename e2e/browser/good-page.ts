import { type Page, expect } from '@playwright/test'
import { violations, violationsOfLook } from './axe.ts'
import { narrow } from './screens.ts'

/** No accessibility violation on a desktop and at the narrowest width, where nothing scrolls sideways, no dialog either. */
export async function pageIsGoodWhenNarrow(page: Page): Promise<void> {
  expect(await violations(page)).toEqual([])
  const before = page.viewportSize()
  await page.setViewportSize(narrow)
  expect(await violationsOfLook(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(narrow.width)
  const beyond = (dialogs: Element[]) => dialogs.map((dialog) => dialog.scrollWidth - dialog.clientWidth)
  expect(Math.max(0, ...(await page.locator('dialog[open]').evaluateAll(beyond)))).toBe(0)
  if (before) await page.setViewportSize(before)
}
