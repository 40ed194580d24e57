import { boxOf, overlap } from '../browser/boxes.ts'
import { expect, test } from '../browser/fixtures.ts'
import { openDashboard } from '../steps/dashboard.ts'

// A window of 1280 by 1024 whose content is enlarged to 400 % (WCAG 1.4.10).
test.use({ viewport: { width: 320, height: 256 } })

test('at 400 %, the payment bar covers nothing, and no number runs into an amount', async ({ page, world }) => {
  const customer = await world.customer('oneOfSeveral')
  const dashboard = await openDashboard(page, customer)
  const row = dashboard.row(customer.account.number)
  const [number, amount] = [row.getByRole('link'), row.getByText(/^-?\$/).first()]
  await number.focus()
  await expect(number).toBeInViewport({ ratio: 1 })
  expect(overlap(await boxOf(number), await boxOf(amount))).toBe(false)
  await dashboard.makePayment(customer.account.number)
  await amount.scrollIntoViewIfNeeded()
  expect(overlap(await boxOf(amount), await boxOf(dashboard.checkOutButton))).toBe(false)
  await dashboard.view('view=bills')
  await expect(page.getByRole('table')).toBeVisible()
  const table = await boxOf(page.getByRole('table'))
  const link = await boxOf(page.getByRole('link', { name: /^View Bill/ }).first())
  expect(link.x + link.width).toBeLessThanOrEqual(table.x + table.width + 0.5)
  expect(table.x + table.width).toBeLessThanOrEqual(320 - table.x)
})
