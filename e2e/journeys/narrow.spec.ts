import type { Locator } from '@playwright/test'
import { expect, test } from '../browser/fixtures.ts'
import { desktop, narrow, phone } from '../browser/screens.ts'
import { openConsole } from '../steps/console.ts'
import { payByCall } from '../world/payments.ts'

test('an e-mail address breaks after @ or a dot: among the users on the narrowest phone, and in the audit log', async ({
  page,
  world,
}) => {
  const { username } = await world.administrator(3)
  const address = `${username}@example.com`
  await openConsole(page, world, 1, 'users')
  await page.setViewportSize(narrow)
  const onPhone = await brokenLines(page.getByRole('cell', { name: address }))
  expect(onPhone.length).toBeGreaterThan(1)
  await page.setViewportSize(desktop)
  await page.goto('/admin-dashboard?view=audit-log')
  const inLog = await brokenLines(page.getByText(address))
  for (const lines of [onPhone, inLog]) expect(lines.join('|')).toMatch(/^[^|]+([@.]\|[^|]+)*$/)
})

test('on a phone a payment and an entry of the audit log have a cell for every column that a screen reader names', async ({
  page,
  world,
}) => {
  await payByCall(world, [await world.account('owing')])
  await page.setViewportSize(phone)
  await openConsole(page, world, 1)
  for (const view of ['reports', 'audit-log']) {
    await page.goto(`/admin-dashboard?view=${view}`)
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

/** The text of an element, line by line. */
async function brokenLines(element: Locator): Promise<string[]> {
  return await element.evaluate((shown) => {
    const texts = document.createTreeWalker(shown, NodeFilter.SHOW_TEXT)
    const lines = new Map<number, string>()
    while (texts.nextNode()) {
      const text = texts.currentNode.textContent ?? ''
      for (let at = 0; at < text.length; at += 1) {
        const range = document.createRange()
        range.setStart(texts.currentNode, at)
        range.setEnd(texts.currentNode, at + 1)
        const { top } = range.getBoundingClientRect()
        lines.set(top, (lines.get(top) ?? '') + text[at])
      }
    }
    return [...lines.values()]
  })
}
