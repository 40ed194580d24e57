import { expect } from '@playwright/test'
import { exceptionActions, exceptionsTexts } from '@portal/contract/exceptions-texts'
import { listedPayments, openExceptions, refundRequested } from '../steps/exceptions.ts'
import { type Walk, closeDialog } from './walk.ts'

const exceptions = '/admin-dashboard?view=reports&part=exceptions'

export const exceptionWalks: readonly Walk[] = [
  {
    name: 'the exceptions, approving a refund',
    async go({ page, world, see }) {
      const { id, receipt } = await refundRequested(page, world)
      await see('exceptions', async () => {
        await openExceptions(page, world, 1)
        await expect(listedPayments(page).getByRole('row').filter({ hasText: receipt })).toBeVisible()
      })
      await see('exceptions-payment', async () => {
        await page.goto(`${exceptions}&payment=${id}`)
        await expect(page.getByRole('button', { name: exceptionsTexts.approveRefund })).toBeVisible()
        await expect(page.getByText('Card charged')).toBeVisible()
      })
      await see('exceptions-approve', async () => {
        await page.getByRole('button', { name: exceptionsTexts.approveRefund }).click()
        await expect(page.getByRole('dialog')).toBeVisible()
      })
      await closeDialog(page)
      await see('exceptions-reject-errors', async () => {
        await page.getByRole('button', { name: exceptionsTexts.reject }).click()
        await page.getByRole('dialog').getByRole('button', { name: exceptionsTexts.reject, exact: true }).click()
        await expect(page.getByText(exceptionsTexts.reason)).toBeVisible()
      })
    },
  },
  {
    name: 'the exceptions, in trouble',
    async go({ page, world, see }) {
      const { id } = await refundRequested(page, world)
      await see('exceptions-find-errors', async () => {
        await page.goto(exceptions)
        await page.getByRole('button', { name: exceptionsTexts.findTitle }).click()
        await page.getByRole('button', { name: exceptionsTexts.find, exact: true }).click()
        await expect(page.getByText(exceptionsTexts.receipt)).toBeVisible()
      })
      await see('exceptions-payment-not-found', async () => {
        await page.goto(`${exceptions}&payment=987654321`)
        await expect(page.getByRole('alert')).toContainText('Payment not found.')
        await expect(page.getByText(exceptionActions.requestRefund)).toBeHidden()
      })
      await see('exceptions-failed', async () => {
        await page.goto(`${exceptions}&payment=${id}`)
        await page.getByRole('button', { name: exceptionsTexts.withdraw }).click()
        const dialog = page.getByRole('dialog')
        await dialog.getByLabel(exceptionsTexts.why).fill('asked by mistake')
        await page.context().setOffline(true)
        await dialog.getByRole('button', { name: exceptionsTexts.withdraw, exact: true }).click()
        await expect(dialog.getByRole('alert')).toBeVisible()
      })
    },
  },
]
