import type { Locator } from '@playwright/test'
import { boxOf } from '../browser/boxes.ts'
import { expect, test } from '../browser/fixtures.ts'
import { narrow, phone } from '../browser/screens.ts'
import { openAnnouncements } from '../steps/announcements.ts'
import { openConsole } from '../steps/console.ts'
import { openPhonedIn } from '../steps/phoned-in.ts'
import { payByCall } from '../world/payments.ts'

test('on the narrowest phone the account numbers of a caller are not broken', async ({ page, world }) => {
  const { number } = await world.account('owing')
  const tab = await openPhonedIn(page, world)
  await tab.search(number)
  await page.setViewportSize(narrow)
  const head = tab.summary.getByRole('rowheader', { name: number })
  expect(await linesOf(head)).toBe(1)
})

test('on the narrowest phone, the actions of an announcement stay within its box', async ({ page, world }) => {
  const tab = await openAnnouncements(page, world)
  await tab.choose('Image/Video')
  await page.setViewportSize(narrow)
  const row = page.getByRole('tabpanel').getByRole('listitem').first()
  const box = await boxOf(row)
  for (const name of [/^Preview/, /^Edit/]) {
    const button = await boxOf(row.getByRole('button', { name }))
    expect(button.x + button.width).toBeLessThanOrEqual(box.x + box.width - 8)
  }
})

test('on a phone a payment and an entry of the audit log have a cell for every column that a screen reader names', async ({
  page,
  world,
}) => {
  await payByCall(world, [await world.account('owing')])
  await page.setViewportSize(phone)
  for (const view of ['reports', 'audit-log'] as const) {
    await openConsole(page, world, 1, view)
    const table = page.getByRole('table')
    const names = table.getByRole('columnheader')
    const row = table
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader') })
      .first()
    await expect(row).toBeVisible()
    const cells = row.getByRole('cell').or(row.getByRole('rowheader'))
    expect(await cells.count()).toBe(await names.count())
  }
})

/** The number of lines that the text at the beginning of an element takes. */
async function linesOf(element: Locator): Promise<number> {
  return await element.evaluate(({ firstChild }) => {
    const range = document.createRange()
    if (firstChild) range.selectNodeContents(firstChild)
    return new Set(Array.from(range.getClientRects(), ({ top }) => top)).size
  })
}
