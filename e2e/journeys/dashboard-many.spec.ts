import { accountSummaryTexts, payAll } from '@portal/contract/account-summary'
import { accountSearchTexts } from '@portal/contract/phoned-in'
import { boxOf, overlap } from '../browser/boxes.ts'
import { expect, test } from '../browser/fixtures.ts'
import { phone } from '../browser/screens.ts'
import { openDashboard } from '../steps/dashboard.ts'

test('a customer with hundreds of accounts gets them all automatically, twenty at a time', async ({ page, world }) => {
  const customer = await world.customer()
  await world.holdMore(customer, 200)
  const requests: string[] = []
  page.on('request', (request) => (request.url().endsWith('/account-summary') ? requests.push(request.url()) : null))
  const { length } = await world.accountsOf(customer)
  const dashboard = await openDashboard(page, customer)
  await page.getByRole('checkbox', { name: payAll }).click()
  // Searching hundreds of rows again and again would take most of this test's time.
  await expect.poll(() => requests.length).toBe(1 + Math.ceil((length - 6) / 20))
  await expect(page.getByText(accountSummaryTexts.allRetrieved)).toBeVisible()
  await expect(page.getByText(`Accounts: ${length} / ${length}`)).toBeVisible()
  expect(await dashboard.table.getByRole('row').count()).toBe(21)
  await page.getByRole('button', { name: 'Show all' }).click()
  expect(await dashboard.table.getByRole('row').count()).toBe(length + 1)
})

test.describe('among many accounts one is found', () => {
  test.use({ viewport: phone, hasTouch: true })
  test('by its number, and what is ticked elsewhere still counts', async ({ page, world }) => {
    const customer = await world.customer()
    await world.holdMore(customer, 30)
    const accounts = await world.accountsOf(customer)
    const { length } = accounts
    const dashboard = await openDashboard(page, customer)
    await expect(page.getByText(`Accounts: ${length} / ${length}`)).toBeVisible()
    // The bar that comes with the first press does not cover its row (WCAG 2.4.11).
    const payable = page.getByRole('checkbox', { name: /^Pay account/, disabled: false })
    const row = dashboard.table.getByRole('row').filter({ has: payable }).nth(3)
    await row.evaluate((element) => element.scrollIntoView({ block: 'end' }))
    await row.getByRole('button', { name: /^Make Payment/ }).click()
    const bar = page.locator('[data-pay-bar]')
    await expect(bar).toBeVisible()
    await expect.poll(async () => overlap(await boxOf(row), await boxOf(bar))).toBe(false)

    const search = page.getByRole('searchbox', { name: accountSearchTexts.label })
    const wanted = accounts.at(-1) ?? ''
    await search.fill(wanted)
    await expect(page.getByText(`Accounts: 1 / ${length}`)).toBeVisible()
    await expect(page.getByText(`1 of ${length} accounts found`).last()).toBeVisible()
    await expect(dashboard.table.getByRole('row')).toHaveCount(2)
    await expect(dashboard.row(wanted)).toBeVisible()
    await expect(page.getByText('1 selected (1 hidden by your search)', { exact: true })).toBeVisible()

    await page.getByRole('button', { name: accountSearchTexts.showAll }).click()
    await expect(search).toBeFocused()
    await expect(dashboard.table.getByRole('row')).toHaveCount(21)
  })
})
