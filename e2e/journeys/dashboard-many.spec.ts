import { accountsShown, accountSummaryTexts } from '@portal/contract/account-summary-texts'
import { openDashboard } from '../dashboard.ts'
import { expect, test } from '../fixtures.ts'

// A trace measures every element again at every step, which takes minutes with as many rows as these.
test.use({ trace: 'off' })

test('a customer with hundreds of accounts gets them all by themselves, twenty at a time', async ({ page, world }) => {
  test.slow()
  const customer = await world.customer()
  await world.holdEverything(customer)
  const requests: string[] = []
  page.on('request', (request) => (request.url().endsWith('/account-summary') ? requests.push(request.url()) : null))
  const { length } = await world.accountsOf(customer)
  const dashboard = await openDashboard(page, customer)
  await expect(page.getByText(accountSummaryTexts.gettingOthers)).toBeVisible()
  await page.getByRole('checkbox', { name: 'Pay all accounts' }).check()
  await expect(page.getByText(accountSummaryTexts.allRetrieved)).toBeVisible({ timeout: 120_000 })
  await expect(page.getByText(accountsShown(length, length))).toBeVisible()
  expect(requests).toHaveLength(1 + Math.ceil((length - 6) / 20))
  expect(await dashboard.table.getByRole('row').count()).toBe(length + 1)
})
