import { billsTexts } from '@portal/contract/bills'
import { expect, test } from '../browser/fixtures.ts'
import { openDashboard } from '../steps/dashboard.ts'

// Lower than the list, as a page of paper may be.
const sheet = { width: 720, height: 400 }

test('on paper, the bills of a dialog are complete, without what is behind it, and My Bills are a list without buttons for paging', async ({
  page,
  world,
}) => {
  const customer = await world.customer('oneOfSeveral')
  const dashboard = await openDashboard(page, customer)
  await dashboard.open(customer.account.number, 'View Bill')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('row')).not.toHaveCount(0)
  const cut = async () => await dialog.evaluate((shown) => shown.scrollHeight - shown.clientHeight)
  await page.setViewportSize(sheet)
  await expect.poll(cut).toBeGreaterThan(100)
  await page.emulateMedia({ media: 'print' })
  expect(await cut()).toBeLessThan(10)
  await expect(dialog.getByRole('button', { name: 'Close' })).toBeHidden()
  await expect(page.getByRole('heading', { level: 1, includeHidden: true })).toBeHidden()
  await page.emulateMedia({ media: 'screen' })

  await dashboard.view('view=bills')
  await expect(page.getByRole('rowheader').first()).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)
  const { date, amount } = billsTexts.columns
  await expect(page.getByRole('columnheader')).toHaveText([date, amount])
  await expect(page.getByText(/^Showing \d+ Results/)).toBeVisible()
  await page.emulateMedia({ media: 'screen' })
})
