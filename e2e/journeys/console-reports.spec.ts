import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { consoleTabNames } from '@portal/contract/admin-levels'
import { cents } from '@portal/contract/money'
import { logEntries } from '@portal/contract/one-payment'
import { largestPayment } from '@portal/contract/owed'
import { reportColumns, reportsTexts } from '@portal/contract/reports'
import { boxOf } from '../browser/boxes.ts'
import { expect, test } from '../browser/fixtures.ts'
import { desktop } from '../browser/screens.ts'
import { openConsole } from '../steps/console.ts'
import { reports } from '../steps/reports.ts'
import { type MadePayment, payByCall } from '../world/payments.ts'
import type { World } from '../world/world.ts'

const receiptOf = ({ checkout }: MadePayment) => checkout.receiptNumber ?? ''
const fileName = /^GWA-Admin-Control-Reports-\d\d-\d\d-\d{4}\.csv$/

/** Pays for a new account of the utility. */
async function paidAccount(world: World) {
  const account = await world.account('owing')
  return { account, paid: await payByCall(world, [account]) }
}

test('a payment that was just made is found and recognized', async ({ page, world }) => {
  const { account, paid } = await paidAccount(world)
  await openConsole(page, world, 2)
  await page.getByRole('link', { name: consoleTabNames.reports }).click()
  await expect(page.getByRole('heading', { level: 2, name: reportsTexts.title })).toBeVisible()
  const list = reports(page)
  await list.search({ 'Receipt Number': receiptOf(paid) })
  await expect(list.table.getByRole('row')).toHaveCount(2)
  const row = list.row(receiptOf(paid))
  for (const shown of [account.number, '$12.34', 'Paid', 'Online', 'Visa ending in 1111'])
    await expect(row).toContainText(shown)
  await expect(row).toContainText(paid.checkout.authorizationNumber ?? '')
  await expect(page.getByText('1 payment', { exact: true })).toBeVisible()
})

test('on a desk the first ten payments are visible without scrolling; on a laptop no name leaves its column, and those up to the card are before the actions, even for the largest payment', async ({
  page,
  world,
}) => {
  const account = await world.account('owing')
  for (let made = 0; made < 9; made += 1) await payByCall(world, [account], { each: cents(1_00 + made) })
  const paid = await payByCall(world, [await world.account('owing')], { each: largestPayment })
  await page.setViewportSize({ width: 1440, height: 900 })
  await openConsole(page, world, 3, 'reports')
  const list = reports(page)
  const rows = list.table.getByRole('row')
  await expect(rows).toHaveCount(11)
  const tenth = await boxOf(rows.last())
  expect(tenth.y + tenth.height).toBeLessThanOrEqual(900)

  // The part of 1280 pixels that a scroll bar leaves.
  await page.setViewportSize({ width: 1265, height: 800 })
  const heads = list.table.getByRole('columnheader')
  const overflowing = await heads.evaluateAll((all) =>
    all.filter((head) => head.scrollWidth > head.clientWidth).map((head) => head.textContent),
  )
  expect(overflowing).toEqual([])
  await list.search({ 'Receipt Number': receiptOf(paid) })
  await expect(rows).toHaveCount(2)
  const actions = await boxOf(list.table.getByRole('columnheader', { name: 'Actions' }))
  for (const name of [reportColumns.mode, reportColumns.username, reportColumns.card]) {
    const column = await boxOf(list.table.getByRole('columnheader', { name }))
    expect(column.x + column.width).toBeLessThanOrEqual(actions.x)
  }
})

test('a search is in the address: somebody else can open it, and Back leads to the one before', async ({
  page,
  visitor,
  world,
}) => {
  const { account, paid } = await paidAccount(world)
  const declined = await payByCall(world, [account], { each: cents(530_200) })
  expect(declined.checkout.outcome).toBe('declined')
  await openConsole(page, world, 3, 'reports')
  const list = reports(page)
  await list.search({ 'Account Number': account.number })
  await expect(list.table.getByRole('row')).toHaveCount(3)
  await expect(list.table.getByRole('row').filter({ hasText: 'Declined' })).toContainText('$5,302.00')
  await expect(page.getByText('Online payments').locator('..')).toContainText('1')
  await (await list.show('Mode')).selectOption('Phoned-In')
  await list.searchButton.click()
  await expect(page.getByText(reportsTexts.noPayments)).toBeVisible()

  const colleague = await visitor()
  await openConsole(colleague, world, 5)
  await colleague.goto(page.url())
  await expect(colleague.getByText(reportsTexts.noPayments)).toBeVisible()
  await expect(reports(colleague).field('Account Number')).toHaveValue(account.number)
  await expect(reports(colleague).field('Mode')).toHaveValue('Phoned-In')

  await page.goBack()
  await expect(list.row(receiptOf(paid))).toBeVisible()
  await expect(list.field('Mode')).toHaveValue('')
  await page.getByRole('button', { name: reportsTexts.clear }).click()
  await expect(list.field('Account Number')).toHaveValue('')
  await expect(page).toHaveURL(/\?view=reports$/)
})

test('details, transaction log and payment histories of a payment for two accounts', async ({ page, world }) => {
  const accounts = [await world.account('owing'), await world.account('owing')]
  const [one, other] = accounts.map(({ number }) => number)
  const paid = await payByCall(world, accounts)
  await openConsole(page, world, 4, `reports&receipt=${receiptOf(paid)}`)
  const list = reports(page)
  const dialog = await list.open('details', receiptOf(paid))
  const individual = dialog.getByRole('table', { name: 'Payments by account' })
  await expect(individual.getByRole('row').filter({ hasText: one ?? '' })).toContainText(`${receiptOf(paid)}-1`)
  await expect(individual.getByRole('row').filter({ hasText: other ?? '' })).toContainText(`${receiptOf(paid)}-2`)
  await expect(individual.getByRole('row').filter({ hasText: other ?? '' })).toContainText('$12.34')
  await expect(dialog).toContainText('MULTI-2')
  // Where there is no room for columns, nothing must need scrolling sideways.
  await page.setViewportSize({ width: 640, height: 900 })
  expect(await dialog.evaluate((shown) => shown.scrollWidth - shown.clientWidth)).toBe(0)
  await page.setViewportSize(desktop)

  await dialog.getByRole('button', { name: `${reportsTexts.paymentHistory} for ${other}` }).click()
  const web = dialog.getByRole('table', { name: reportsTexts.webHistory })
  await expect(web.getByRole('row').filter({ hasText: `${receiptOf(paid)}-2` })).toContainText('PAID')
  const complete = dialog.getByRole('table', { name: reportsTexts.completeHistory })
  await expect(complete.getByRole('row').filter({ hasText: 'Payment' }).first()).toBeVisible()
  expect(await complete.getByRole('row').count()).toBeLessThanOrEqual(19)

  await dialog.getByRole('button', { name: 'Back to the payment' }).click()
  await dialog.getByRole('button', { name: reportsTexts.log }).click()
  await expect(dialog.getByRole('heading', { level: 3 })).toHaveText(Object.values(logEntries))
  await expect(dialog).toContainText(`Account ${one}: PAID.`)
  await expect(dialog).toContainText(`tag ${paid.checkout.transactionTag}`)
})

test('the keyboard alone finds a payment, sorts, scrolls and comes back from a dialog', async ({ page, world }) => {
  const { paid } = await paidAccount(world)
  await openConsole(page, world, 3, 'reports')
  const list = reports(page)
  await page.getByRole('button', { name: 'Receipt', exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(list.field('Receipt Number')).toBeFocused()
  await page.keyboard.type(receiptOf(paid))
  await page.keyboard.press('Enter')
  await expect(list.table.getByRole('row')).toHaveCount(2)
  await expect(page.getByRole('button', { name: `Receipt: ${receiptOf(paid)}` })).toBeFocused()

  const region = page.getByRole('region', { name: 'Payments', exact: true })
  await region.focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => region.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  const date = page.getByRole('columnheader', { name: 'Payment Date' })
  await expect(date).toHaveAttribute('aria-sort', 'ascending')
  await expect(date.getByRole('button')).toBeFocused()

  const details = list.row(receiptOf(paid)).getByRole('button', { name: /^Details/ })
  await details.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(details).toBeFocused()
})

test('on a phone each payment is a card, and each filter is behind a chip', async ({ page, world }) => {
  const { account, paid } = await paidAccount(world)
  await page.setViewportSize({ width: 390, height: 844 })
  await openConsole(page, world, 3, 'reports')
  const list = reports(page)
  await expect(list.field('Account Number')).toBeHidden()
  await list.search({ 'Account Number': account.number })
  await expect(page.getByRole('button', { name: `Account: ${account.number}` })).toBeVisible()
  await expect(list.row(receiptOf(paid))).toContainText('$12.34')
  // The buttons that sort on a wide screen must not be reachable with the keyboard here.
  await page.getByRole('region', { name: 'Payments', exact: true }).focus()
  await page.keyboard.press('Tab')
  await expect(list.row(receiptOf(paid)).getByRole('button', { name: /^Details/ })).toBeFocused()
  await expect(page.getByRole('columnheader', { name: 'Payment Date', exact: true })).toHaveCount(1)
  await page.getByLabel('Sort by').selectOption('Largest amount first')
  await expect(page).toHaveURL(/sort=amount/)
  await (await list.open('showLog', receiptOf(paid))).getByRole('button', { name: 'Back to the payment' }).click()
  await expect(page.getByRole('dialog')).toContainText(paid.checkout.authorizationNumber ?? '')
})

test.describe('Export CSV (A§2, A§9)', () => {
  test('is downloaded by a browser that does not let pages write files', async ({ page, world }) => {
    const { account, paid } = await paidAccount(world)
    await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'showSaveFilePicker'))
    await openConsole(page, world, 3, `reports&accountId=${account.number}`)
    const [download] = await Promise.all([page.waitForEvent('download'), exportLink(page).click()])
    expect(download.suggestedFilename()).toMatch(fileName)
    const lines = (await readFile(await download.path(), 'utf8')).trim().split('\n')
    expect(lines).toHaveLength(2)
    expect(lines[1]).toContain(`,${account.number},SINGLE,${receiptOf(paid)},`)
    await expect(page.getByText(/^Your browser is downloading the file/)).toBeVisible()
  })

  test('is written to the chosen file where the browser can do so, and its size is shown', async ({ page, world }) => {
    const { account, paid } = await paidAccount(world)
    await page.addInitScript(() => {
      // The file is saved to the page's own file system, because a test cannot operate the system's file dialog.
      const choose = async ({ suggestedName }: { suggestedName: string }) =>
        await (await navigator.storage.getDirectory()).getFileHandle(suggestedName, { create: true })
      Reflect.set(globalThis, 'showSaveFilePicker', choose)
    })
    await openConsole(page, world, 3, `reports&accountId=${account.number}`)
    await exportLink(page).click()
    await expect(page.getByText(/^Exported 1 payment, 0\.\d MB\.$/)).toBeVisible()
    const files = await writtenFiles(page)
    expect(Object.keys(files)).toEqual([expect.stringMatching(fileName)])
    expect(Object.values(files)[0]).toContain(`,${account.number},SINGLE,${receiptOf(paid)},`)
  })
})

function exportLink(page: Page) {
  return page.getByRole('link', { name: reportsTexts.exportCsv })
}

/** The contents of the files that the page has written, by file name. */
async function writtenFiles(page: Page): Promise<Record<string, string>> {
  return await page.evaluate(async () => {
    const files: Record<string, string> = {}
    const folder = await navigator.storage.getDirectory()
    for await (const [name, handle] of folder.entries()) {
      if (handle instanceof FileSystemFileHandle) files[name] = await (await handle.getFile()).text()
    }
    return files
  })
}
