import { adminUsersTexts } from '@portal/contract/admin-users'
import { auditLogTexts } from '@portal/contract/audit-log'
import { reportColumns } from '@portal/contract/reports'
import { expect, test } from '../browser/fixtures.ts'
import { openConsole } from '../steps/console.ts'
import { reports } from '../steps/reports.ts'
import { payByCall } from '../world/payments.ts'

// A sheet of Letter paper within usual margins, in CSS pixels.
const sheet = { width: 720, height: 960 }

test('on paper, a report shows its filters and its page instead of a form, and stays a table', async ({
  page,
  world,
}) => {
  await payByCall(world, [await world.account('owing')])
  await openConsole(page, world, 3, 'reports&mode=Online&credit_card=visa')
  await expect(page.getByRole('rowheader').first()).toBeVisible()
  await page.setViewportSize(sheet)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText('Credit Card: visa · Mode: Online')).toBeVisible()
  await expect(page.getByLabel('From date', { exact: true })).toBeHidden()
  await expect(page.getByText('Payments of', { exact: true })).toBeHidden()
  await expect(page.getByRole('row').nth(1)).toHaveCSS('display', 'table-row')
  // Chromium repeats the headings on the second sheet, but not the buttons in them.
  for (const name of [reportColumns.payment_date, reportColumns.amount]) {
    const heading = page.getByRole('columnheader', { name, exact: true })
    await expect(heading.locator('button')).toBeHidden()
    await expect(heading.locator('span').getByText(name)).toBeVisible()
  }
  await page.emulateMedia({ media: 'screen' })
  await expect(page.getByText('Credit Card: visa · Mode: Online')).toBeHidden()
})

test('on paper the audit log begins below its heading, as a table, with its filters; the users are a list of names and roles, without form, boxes and buttons', async ({
  page,
  world,
}) => {
  await world.administrator(3)
  const admin = await openConsole(page, world, 1, 'audit-log')
  await page.goto(`/admin-dashboard?view=audit-log&actor=${admin.username}`)
  await expect(page.getByRole('rowheader').first()).toBeVisible()
  await page.setViewportSize(sheet)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText(`${auditLogTexts.actor}: ${admin.username}`)).toBeVisible()
  await expect(page.getByRole('search')).toBeHidden()
  await expect(page.getByRole('row').nth(1)).toHaveCSS('display', 'table-row')
  await expect(page.locator('div:has(> table)')).toHaveCSS('break-inside', 'auto')
  // In a grid, anything after a list would cover its rows on the second sheet.
  for (const around of await page.locator('main div:has(table)').all())
    await expect(around).toHaveCSS('display', 'block')

  await page.goto('/admin-dashboard?view=users')
  await expect(page.getByRole('heading', { name: adminUsersTexts.currentUsers })).toBeVisible()
  await expect(page.getByRole('rowheader').first()).toBeVisible()
  for (const role of ['button', 'checkbox', 'textbox'] as const) await expect(page.getByRole(role)).toHaveCount(0)
})

test('on paper, the details of a payment ask for no address and name no empty column', async ({ page, world }) => {
  const paid = await payByCall(world, [await world.account('owing')])
  await openConsole(page, world, 3, `reports&receipt=${paid.checkout.receiptNumber}`)
  const dialog = await reports(page).open('details', paid.checkout.receiptNumber ?? '')
  await expect(dialog.getByRole('columnheader', { name: 'History' })).toBeVisible()
  await page.setViewportSize(sheet)
  await page.emulateMedia({ media: 'print' })
  await expect(dialog.getByRole('columnheader', { name: 'History' })).toBeHidden()
  await expect(dialog.getByRole('textbox')).toHaveCount(0)
  await page.emulateMedia({ media: 'screen' })
})
