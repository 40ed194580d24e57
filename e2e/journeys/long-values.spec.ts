import { boxOf, overlap } from '../browser/boxes.ts'
import { expect, test } from '../browser/fixtures.ts'
import { openDashboard } from '../steps/dashboard.ts'

const credit = '-$649,221.11'

test('a due date that has passed stays within its column, beside the buttons', async ({ page, world }) => {
  const customer = await world.customer('oneOfSeveral')
  await world.letDueDatePass(customer)
  const dashboard = await openDashboard(page, customer)
  const row = dashboard.row(customer.account.number)
  const date = await boxOf(row.getByText('10/26/2020'))
  expect(overlap(date, await boxOf(row.getByRole('button', { name: /^Make Payment/ })))).toBe(false)
})

test('a credit of six digits stays within its column; on a small phone it is not broken, and a name that is too wide is', async ({
  page,
  world,
}) => {
  const customer = await world.customer('oneOfSeveral')
  await world.lengthenValues(customer)
  const dashboard = await openDashboard(page, customer)
  const cell = dashboard.row(customer.account.number).getByRole('cell', { name: credit, exact: true })
  expect(await cell.evaluate((amount) => amount.scrollWidth - amount.clientWidth)).toBeLessThanOrEqual(0)

  await page.setViewportSize({ width: 320, height: 640 })
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Papadimitriou')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)

  await dashboard.view(`view=account&account=${customer.account.number}`)
  const amount = page.getByText(credit, { exact: true })
  const lineHeight = await amount.evaluate((line) => Number.parseFloat(getComputedStyle(line).lineHeight))
  expect((await boxOf(amount)).height).toBeCloseTo(lineHeight, 0)
})
