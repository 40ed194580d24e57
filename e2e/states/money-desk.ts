import { expect } from '@playwright/test'
import { moneyDeskTexts, paymentMoves } from '@portal/contract/money-desk-texts'
import { askedBack, openDesk, waiting } from '../steps/money-desk.ts'
import { closeDialog, type Walk } from './walk.ts'

const desk = '/admin-dashboard?view=reports&part=attention'

/** Every state of Payments needing attention. */
export const moneyDeskWalks: readonly Walk[] = [
  {
    name: 'the money desk, agreeing to give a payment back',
    async go({ page, world, see }) {
      const { id, receipt } = await askedBack(page, world)
      await see('money-desk', async () => {
        await openDesk(page, world, 1)
        await expect(waiting(page).getByRole('row').filter({ hasText: receipt })).toBeVisible()
      })
      await see('money-desk-payment', async () => {
        await page.goto(`${desk}&payment=${id}`)
        await expect(page.getByRole('button', { name: moneyDeskTexts.approve })).toBeVisible()
        await expect(page.getByText('The card was charged')).toBeVisible()
      })
      await see('money-desk-approve', async () => {
        await page.getByRole('button', { name: moneyDeskTexts.approve }).click()
        await expect(page.getByRole('dialog')).toBeVisible()
      })
      await closeDialog(page)
      await see('money-desk-reject-errors', async () => {
        await page.getByRole('button', { name: moneyDeskTexts.reject }).click()
        await page.getByRole('dialog').getByRole('button', { name: moneyDeskTexts.reject, exact: true }).click()
        await expect(page.getByText(moneyDeskTexts.reason)).toBeVisible()
      })
    },
  },
  {
    name: 'the money desk, in trouble',
    async go({ page, world, see }) {
      const { id } = await askedBack(page, world)
      await see('money-desk-find-errors', async () => {
        await page.goto(desk)
        await page.getByRole('button', { name: moneyDeskTexts.findTitle }).click()
        await page.getByRole('button', { name: moneyDeskTexts.find, exact: true }).click()
        await expect(page.getByText(moneyDeskTexts.receipt)).toBeVisible()
      })
      await see('money-desk-no-such-payment', async () => {
        await page.goto(`${desk}&payment=987654321`)
        await expect(page.getByRole('alert')).toContainText('There is no such payment.')
        await expect(page.getByText(paymentMoves.askGiveBack)).toBeHidden()
      })
      await see('money-desk-failed', async () => {
        await page.goto(`${desk}&payment=${id}`)
        await page.getByRole('button', { name: moneyDeskTexts.takeBack }).click()
        const dialog = page.getByRole('dialog')
        await dialog.getByLabel(moneyDeskTexts.why).fill('asked by mistake')
        await page.context().setOffline(true)
        await dialog.getByRole('button', { name: moneyDeskTexts.takeBack, exact: true }).click()
        await expect(dialog.getByRole('alert')).toBeVisible()
      })
    },
  },
]
