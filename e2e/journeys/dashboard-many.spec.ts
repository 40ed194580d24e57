import { accountsShown, accountSummaryTexts } from '@portal/contract/account-summary-texts'
import { openDashboard } from '../dashboard.ts'
import { expect, test } from '../fixtures.ts'

test('a customer with hundreds of accounts gets them all by themselves, twenty at a time', async ({ page, world }) => {
  test.slow()
  const customer = await world.customer()
  await world.holdMore(customer, 600)
  const requests: string[] = []
  page.on('request', (request) => (request.url().endsWith('/account-summary') ? requests.push(request.url()) : null))
  const { length } = await world.accountsOf(customer)
  // Looked for from the start, because on a quick machine all have come within seconds.
  const getting = page.getByText(accountSummaryTexts.gettingOthers).waitFor({ timeout: 20_000 })
  const [dashboard] = await Promise.all([openDashboard(page, customer), getting])
  await page.getByRole('checkbox', { name: 'Pay all accounts' }).check()
  // Looking through hundreds of rows again and again would be the work of this test.
  await expect.poll(() => requests.length, { timeout: 120_000 }).toBe(1 + Math.ceil((length - 6) / 20))
  await expect(page.getByText(accountSummaryTexts.allRetrieved)).toBeVisible()
  await expect(page.getByText(accountsShown(length, length))).toBeVisible()
  expect(await dashboard.table.getByRole('row').count()).toBe(length + 1)
})
