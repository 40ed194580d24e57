import { cents } from '@portal/contract/money'
import { logEntries, reportColumns, reportsTexts } from '@portal/contract/reports-texts'
import { type Page, expect } from '@playwright/test'
import { openConsole } from './console.ts'
import { type Reports, reports } from './reports.ts'
import type { State } from './state.ts'
import { type MadePayment, payByCall } from './world/payments.ts'
import type { World } from './world/world.ts'

/** Every state of the console's Reports tab. */
export const reportsStates: readonly State[] = [
  { name: 'console-reports', reach: async (page, world) => void (await openReports(page, world)) },
  {
    name: 'console-reports-empty',
    async reach(page, world) {
      await openConsole(page, world, 2, 'reports&username=nobody-at-all')
      await expect(page.getByText(reportsTexts.noPayments)).toBeVisible()
    },
  },
  {
    name: 'console-reports-errors',
    async reach(page, world) {
      const { list } = await openReports(page, world)
      await page.setViewportSize({ width: 1280, height: 900 })
      await list.search({ 'From date': '02/30/2026', 'To date': 'yesterday' })
      await expect(page.getByText(reportsTexts.noSuchDate).first()).toBeVisible()
    },
  },
  {
    name: 'console-reports-failed',
    async reach(page, world) {
      await openReports(page, world)
      await page.context().setOffline(true)
      await page.getByRole('button', { name: reportsTexts.refresh }).click()
      await expect(page.getByRole('alert')).toBeVisible()
    },
  },
  {
    name: 'console-reports-exporting',
    async reach(page, world) {
      await page.addInitScript(() => {
        // A disk so slow that nothing of the file is ever written.
        const createWritable = async () => ({ write: () => new Promise(() => undefined), abort: async () => undefined })
        Reflect.set(globalThis, 'showSaveFilePicker', async () => ({ createWritable }))
      })
      await openReports(page, world)
      await page.getByRole('link', { name: reportsTexts.exportCsv }).click()
      await expect(page.getByRole('progressbar')).toBeVisible()
    },
  },
  {
    name: 'console-reports-details',
    async reach(page, world) {
      const { list, paid } = await openReports(page, world)
      const dialog = await list.open('details', paid.checkout.receiptNumber ?? '')
      await expect(dialog.getByRole('rowheader', { name: paid.accounts[0]?.number })).toBeVisible()
    },
  },
  {
    name: 'console-reports-log',
    async reach(page, world) {
      const { list, paid } = await openReports(page, world)
      const dialog = await list.open('showLog', paid.checkout.receiptNumber ?? '')
      await expect(dialog.getByText(logEntries.payeezy_response)).toBeVisible()
    },
  },
  {
    name: 'console-reports-history',
    async reach(page, world) {
      const { list, paid } = await openReports(page, world)
      const dialog = await list.open('details', paid.checkout.receiptNumber ?? '')
      await dialog.getByRole('button', { name: reportsTexts.paymentHistory }).first().click()
      await expect(dialog.getByRole('table', { name: reportsTexts.webHistory })).toBeVisible()
      await expect(dialog.getByRole('table', { name: reportsTexts.completeHistory })).toBeVisible()
    },
  },
]

/** Reports with a payment of two accounts and a declined one in it. */
async function openReports(page: Page, world: World): Promise<{ list: Reports; paid: MadePayment }> {
  const accounts = [await world.account('owing'), await world.account('owing')]
  const paid = await payByCall(world, accounts)
  await payByCall(world, accounts.slice(0, 1), { each: cents(5_302_00) })
  await openConsole(page, world, 3, 'reports')
  const list = reports(page)
  await expect(list.row(paid.checkout.receiptNumber ?? '')).toBeVisible()
  await expect(page.getByRole('columnheader', { name: reportColumns.ccb_status })).toBeAttached()
  return { list, paid }
}
