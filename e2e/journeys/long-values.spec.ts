import { boxOf, overlap } from '../browser/boxes.ts'
import { expect, test } from '../browser/fixtures.ts'
import { openDashboard } from '../steps/dashboard.ts'

const credit = '-$649,221.11'

test('a due date that has passed and a credit of six digits stay within their columns; on a small phone the credit is not broken, and a name that is too wide is', async ({
  page,
  world,
}) => {
  const customer = await world.customer('oneOfSeveral')
  const { number } = customer.account
  await world.letDueDatePass(customer)
  const dashboard = await openDashboard(page, customer)
  const date = await boxOf(dashboard.row(number).getByText('10/26/2020'))
  const makePayment = dashboard.row(number).getByRole('button', { name: /^Make Payment/ })
  expect(overlap(date, await boxOf(makePayment))).toBe(false)

  await world.lengthenValues(customer)
  await page.reload()
  const cell = dashboard.row(number).getByRole('cell', { name: credit, exact: true })
  expect(await cell.evaluate((amount) => amount.scrollWidth - amount.clientWidth)).toBeLessThanOrEqual(0)

  await page.setViewportSize({ width: 320, height: 640 })
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Papadimitriou')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)

  await dashboard.view(`view=account&account=${number}`)
  const amount = page.getByText(credit, { exact: true })
  const lineHeight = await amount.evaluate((line) => Number.parseFloat(getComputedStyle(line).lineHeight))
  expect((await boxOf(amount)).height).toBeCloseTo(lineHeight, 0)
})
