import { type Page, expect } from '@playwright/test'
import { violations } from './axe.ts'
import { narrow } from './screens.ts'

/** At the window's size: no accessibility violation, and nothing scrolls sideways, no dialog either. */
export async function pageIsGood(page: Page): Promise<void> {
  expect(await violations(page)).toEqual([])
  const { width = 0 } = page.viewportSize() ?? {}
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  const beyond = (dialogs: Element[]) => dialogs.map((dialog) => dialog.scrollWidth - dialog.clientWidth)
  expect(Math.max(0, ...(await page.locator('dialog[open]').evaluateAll(beyond)))).toBe(0)
}

/** On a desktop, and at the narrowest width. */
export async function pageIsGoodWhenNarrow(page: Page): Promise<void> {
  expect(await violations(page)).toEqual([])
  const before = page.viewportSize()
  await page.setViewportSize(narrow)
  await pageIsGood(page)
  if (before) await page.setViewportSize(before)
}
