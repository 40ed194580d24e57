import { type Page, expect } from '@playwright/test'
import { typedDateTexts } from '@portal/contract/dates'
import { cents } from '@portal/contract/money'
import { logEntries } from '@portal/contract/one-payment'
import { reportColumns, reportsTexts } from '@portal/contract/reports'
import { openConsole } from '../steps/console.ts'
import { type Reports, reports } from '../steps/reports.ts'
import { type MadePayment, payByCall } from '../world/payments.ts'
import type { World } from '../world/world.ts'
import { closeDialog, type Walk } from './walk.ts'

export const reportsWalks: readonly Walk[] = [
  {
    name: 'the console, reports',
    async go({ page, world, see }) {
      await page.addInitScript(() => {
        // A disk so slow that nothing is ever written.
        const createWritable = async () => ({ write: () => new Promise(() => undefined), abort: async () => undefined })
        Reflect.set(globalThis, 'showSaveFilePicker', async () => ({ createWritable }))
      })
      const { list, paid } = await see('console-reports', () => openReports(page, world))
      const receipt = paid.checkout.receiptNumber ?? ''
      await see('console-reports-filter-open', async () => {
        await expect(await list.show('From date')).toBeVisible()
      })
      await page.keyboard.press('Escape')
      await see('console-reports-details', async () => {
        const dialog = await list.open('details', receipt)
        await expect(dialog.getByRole('rowheader', { name: paid.accounts[0]?.number })).toBeVisible()
      })
      await see('console-reports-history', async () => {
        const dialog = page.getByRole('dialog')
        await dialog.getByRole('button', { name: reportsTexts.paymentHistory }).first().click()
        await expect(dialog.getByRole('table', { name: reportsTexts.webHistory })).toBeVisible()
        await expect(dialog.getByRole('table', { name: reportsTexts.completeHistory })).toBeVisible()
      })
      await closeDialog(page)
      await see('console-reports-log', async () => {
        const dialog = await list.open('showLog', receipt)
        await expect(dialog.getByText(logEntries.payeezy_response)).toBeVisible()
      })
      await closeDialog(page)
      await see('console-reports-exporting', async () => {
        await page.getByRole('link', { name: reportsTexts.exportCsv }).click()
        await expect(page.getByRole('progressbar')).toBeVisible()
      })
      await page.getByRole('button', { name: 'Cancel' }).click()
      await see('console-reports-failed', async () => {
        await page.context().setOffline(true)
        await page.getByRole('button', { name: reportsTexts.refresh }).click()
        await expect(page.getByRole('alert')).toBeVisible()
      })
      await page.context().setOffline(false)
      await see('console-reports-errors', async () => {
        await list.search({ 'From date': '02/30/2026', 'To date': 'yesterday' })
        await expect(page.getByText(typedDateTexts.noSuchDate).first()).toBeVisible()
      })
      await see('console-reports-empty', async () => {
        await page.goto('/admin-dashboard?view=reports&username=nobody-at-all')
        await expect(page.getByText(reportsTexts.noPayments)).toBeVisible()
      })
    },
  },
]

/** After a payment of two accounts and a declined one. */
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
