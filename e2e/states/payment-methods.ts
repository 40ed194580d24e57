import { expect, type Page } from '@playwright/test'
import { autopayTexts } from '@portal/contract/autopay-texts'
import { savedCardTexts } from '@portal/contract/saved-cards'
import { stripeCards, typeCard } from '../browser/stripe.ts'
import { openSignedIn } from '../steps/sign-in.ts'
import { closeDialog, type Walk } from './walk.ts'

const address = '/dashboard?view=payment-methods'

/** Payment methods and AutoPay, where the gateway keeps cards. */
export const paymentMethodsWalks: readonly Walk[] = [
  {
    name: 'payment methods and AutoPay',
    hasStripe: true,
    async go({ page, world, see }) {
      const customer = await world.customer('onlyDue')
      await see('payment-methods-none', async () => {
        await openSignedIn(page, customer, address)
        await expect(page.getByText(savedCardTexts.none)).toBeVisible()
      })
      await see('payment-methods-add', async () => {
        await press(page, autopayTexts.setUp)
        await typeCard(page, stripeCards.good)
      })
      await see('autopay-form', async () => {
        await page.getByRole('button', { name: savedCardTexts.save }).press('Enter')
        await expect(page.getByText('We start these payments')).toBeVisible()
      })
      await see('autopay-form-errors', async () => {
        await page.getByLabel('When to charge').selectOption('daysBefore')
        await press(page, autopayTexts.turnOn)
        await expect(page.getByText(autopayTexts.agreeMissing).first()).toBeVisible()
      })
      await see('autopay-on', async () => {
        await page.getByLabel('When to charge').selectOption('dueDate')
        await page.getByLabel(autopayTexts.agree).check()
        await press(page, autopayTexts.turnOn)
        await expect(page.getByText(autopayTexts.turnedOn)).toBeVisible()
      })
      await see('autopay-agreed', async () => {
        await press(page, /^What I agreed to/)
        await expect(page.getByRole('dialog')).toContainText('We start these payments')
      })
      await closeDialog(page)
      await see('autopay-card-in-use', async () => {
        await press(page, /^Remove ?: Visa ending in 4242$/)
        await expect(page.getByRole('alertdialog')).toContainText('uses this card')
      })
      await see('autopay-paused', async () => {
        await page.getByRole('alertdialog').getByRole('button', { name: savedCardTexts.remove }).click()
        await expect(page.getByText(autopayTexts.isPaused)).toBeVisible()
      })
      await see('dashboard-autopay-paused', async () => {
        await page.getByRole('link', { name: 'Account Summary' }).click()
        await expect(page.getByText(/^AutoPay is paused for account/)).toBeVisible()
      })
    },
  },
]

async function press(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole('button', { name }).click()
}
