import { expect } from '@playwright/test'
import { latestBillTexts } from '@portal/contract/bills'
import { cardMessages } from '@portal/contract/card'
import { adminConsoleTexts } from '@portal/contract/console-texts'
import { paymentFormTexts, paymentTexts } from '@portal/contract/payments'
import { phonedInTexts } from '@portal/contract/phoned-in'
import { visa } from '../steps/cards.ts'
import { openPhonedIn } from '../steps/phoned-in.ts'
import { closeDialog, type Walk } from './walk.ts'

export const phonedInWalks: readonly Walk[] = [
  {
    name: 'a caller, searching',
    async go({ page, world, see }) {
      const [owing, another] = [await world.account('owing'), await world.account('owing')]
      const [cashOnly, closed] = [await world.account('cashOnly'), await world.account('closed')]
      const tab = await see('phoned-in', () => openPhonedIn(page, world))
      await see('phoned-in-nothing-typed', async () => {
        await page.getByRole('button', { name: phonedInTexts.search, exact: true }).click()
        await expect(page.getByRole('alertdialog')).toContainText(phonedInTexts.nothingTyped)
      })
      await closeDialog(page)
      await see('phoned-in-not-found', async () => {
        await tab.search(owing.number, '9999999999', '48210')
        await expect(page.getByRole('alert')).toContainText(latestBillTexts.unknown)
      })
      const goOn = await world.takeBillsAway()
      await see(
        'phoned-in-server-error',
        async () => {
          await tab.search(another.number)
          await expect(page.getByRole('alert')).toContainText(adminConsoleTexts.serverError)
        },
        goOn,
      )
      await see('phoned-in-found', async () => {
        await tab.search(owing.number, another.number, cashOnly.number, closed.number)
        await expect(tab.summary).toBeVisible()
        await tab.tick(owing.number)
      })
      await see('phoned-in-details', async () => {
        await page
          .getByRole('button', { name: /^Details/ })
          .first()
          .click()
        await expect(page.getByRole('dialog').getByText('Mobile phone')).toBeVisible()
      })
      await closeDialog(page)
      await see('phoned-in-history', async () => {
        await page
          .getByRole('button', { name: /^Payment History/ })
          .first()
          .click()
        await expect(page.getByRole('dialog').getByRole('table').first()).toBeVisible()
      })
    },
  },
  {
    name: 'a caller, paying',
    async go({ page, world, see }) {
      const [owing, inCredit] = [await world.account('owing'), await world.account('inCredit')]
      const tab = await see('phoned-in-cart', async () => {
        const opened = await openPhonedIn(page, world)
        await opened.fillCart(owing, await world.account('owing'), inCredit)
        return opened
      })
      await see('phoned-in-cart-amount-missing', async () => {
        await tab.checkOutButton.click()
        await page.getByRole('button', { name: 'OK' }).click()
        await expect(tab.amount(inCredit.number)).toHaveAttribute('aria-invalid', 'true')
      })
      await see('phoned-in-card-errors', async () => {
        await tab.typeAmount(inCredit.number, '12.34')
        await tab.checkOutButton.click()
        await expect(page.getByRole('dialog', { name: paymentFormTexts.review })).toBeVisible()
        await tab.payButton.click()
        await expect(page.getByText(cardMessages.holder).first()).toBeVisible()
      })
      await see('phoned-in-card', async () => {
        await tab.fillCard(visa)
        await expect(page.getByText(cardMessages.holder)).toHaveCount(0)
      })
      const goOn = await world.holdUpPayments()
      await see(
        'phoned-in-processing',
        async () => {
          await tab.payButton.click()
          await expect(page.getByText(paymentTexts.processing)).toBeVisible()
        },
        goOn,
      )
    },
  },
]
