import { type Locator, type Page, expect } from '@playwright/test'
import { humanCheckTexts } from '@portal/contract/human-check'
import { payNowTexts } from '@portal/contract/pay-now-texts'
import { paymentFormTexts } from '@portal/contract/payments'
import { type CardForm, cardFormOn, typeMoney } from './card-form.ts'
import type { TypedCard } from './cards.ts'

/** Of several accounts (A§4): on the dashboard by the customer, and in the console for a caller. */
export interface Checkout extends CardForm {
  /** The field of a ticked account. */
  amount(account: string): Locator
  typeAmount(account: string, amount: string): Promise<void>
  verifyButton: Locator
  checkOutButton: Locator
  payButton: Locator
  /** In the dialog of the human verification. */
  verify(): Promise<void>
  /** Verifies and opens the card form. */
  checkOut(): Promise<Locator>
  /** Goes through the whole checkout. */
  payWith(card: TypedCard): Promise<void>
}

export function checkoutOn(page: Page): Checkout {
  const button = (name: string): Locator => page.getByRole('button', { name, exact: true })
  const checkout: Checkout = {
    ...cardFormOn(page),
    amount: (account) => page.getByRole('textbox', { name: new RegExp(account) }),
    typeAmount: async (account, amount) => await typeMoney(checkout.amount(account), amount),
    verifyButton: button(humanCheckTexts.verify),
    checkOutButton: button(paymentFormTexts.checkOut),
    payButton: button(payNowTexts.pay),
    async verify() {
      await checkout.verifyButton.click()
      await button(humanCheckTexts.confirm).click()
      await expect(page.getByRole('dialog')).toBeHidden()
      await expect(checkout.checkOutButton).toBeFocused()
    },
    async checkOut() {
      await checkout.verify()
      await checkout.checkOutButton.click()
      const dialog = page.getByRole('dialog', { name: paymentFormTexts.review })
      await expect(dialog).toBeVisible()
      return dialog
    },
    async payWith(card) {
      await checkout.checkOut()
      await checkout.fillCard(card)
      await checkout.payButton.click()
    },
  }
  return checkout
}
