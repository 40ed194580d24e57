import { type Locator, type Page, expect } from '@playwright/test'
import { humanCheckTexts } from '@portal/contract/human-check'
import { payNowTexts } from '@portal/contract/pay-now-texts'
import { paymentFormTexts } from '@portal/contract/payments'
import { type CardForm, cardFormOn, typeMoney } from './card-form.ts'
import type { TypedCard } from './cards.ts'

/** The payment of several accounts (A§4): on the dashboard by the customer, and in the console for a caller. */
export interface Checkout extends CardForm {
  /** The field of a ticked account. */
  amount(account: string): Locator
  typeAmount(account: string, amount: string): Promise<void>
  checkOutButton: Locator
  payButton: Locator
  /** Opens the card form: one press, whether the button says Verify or Check Out yet. */
  checkOut(): Promise<Locator>
  /** Goes through the whole checkout with this card and sends the payment. */
  payWith(card: TypedCard): Promise<void>
}

export function checkoutOn(page: Page): Checkout {
  const button = (name: string): Locator => page.getByRole('button', { name, exact: true })
  const checkout: Checkout = {
    ...cardFormOn(page),
    amount: (account) => page.getByRole('textbox', { name: new RegExp(account) }),
    typeAmount: async (account, amount) => await typeMoney(checkout.amount(account), amount),
    checkOutButton: button(paymentFormTexts.checkOut).or(button(humanCheckTexts.verify)),
    payButton: button(payNowTexts.pay).or(button(humanCheckTexts.verify)),
    async checkOut() {
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
