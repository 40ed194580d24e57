import { type Locator, type Page, expect } from '@playwright/test'
import { humanCheckTexts } from '@portal/contract/human-check'
import { payNowTexts } from '@portal/contract/pay-now-texts'
import { type CardForm, cardFormOn, typeMoney } from './card-form.ts'
import type { TypedCard } from './cards.ts'

/**
 * The Pay Now wizard, as a payer uses it. Elements are found by what is read on the screen or by a screen reader, never
 * by how they are built.
 */
export interface PayNow extends CardForm {
  page: Page
  account: Locator
  zip: Locator
  amount: Locator
  continueButton: Locator
  payButton: Locator
  /** Fills in this number and zip code and sends step 1. */
  findAccount(account: { number: string; zip: string }): Promise<void>
  /** Confirms the account in step 2. */
  confirmAccount(): Promise<void>
  typeAmount(amount: string): Promise<void>
  /** Presses PAY NOW once, whether the button says so yet or still Verify. */
  pay(): Promise<void>
  /** The same, twice at once. */
  payTwice(): Promise<void>
  /** Goes through all steps and pays everything that is owed. */
  payWhole(account: { number: string; zip: string }, card: TypedCard): Promise<void>
  /** The receipt number on the result page. */
  receiptNumber(): Promise<string>
}

/** Opens the wizard. */
export async function payNow(page: Page): Promise<PayNow> {
  const wizard = payNowOn(page)
  await page.goto('/paynow')
  await expect(wizard.account).toBeVisible()
  return wizard
}

/** Opens the wizard and goes to step 3, Enter Payment, with this account. */
export async function enterPayment(page: Page, account: { number: string; zip: string }): Promise<PayNow> {
  const wizard = await payNow(page)
  await wizard.findAccount(account)
  await wizard.confirmAccount()
  await expect(page.getByRole('heading', { level: 1, name: 'Enter payment' })).toBeVisible()
  return wizard
}

function payNowOn(page: Page): PayNow {
  const field = (label: string | RegExp): Locator => page.getByLabel(label)
  const button = (name: string): Locator => page.getByRole('button', { name, exact: true })
  const wizard: PayNow = {
    ...cardFormOn(page),
    page,
    account: field(/^Account number/),
    zip: field(/^Billing zip code/),
    amount: field(/^Amount/),
    continueButton: button(payNowTexts.continue).or(button(humanCheckTexts.verify)),
    payButton: button(payNowTexts.pay).or(button(humanCheckTexts.verify)),
    async findAccount({ number, zip }) {
      await wizard.account.fill(number)
      await wizard.zip.fill(zip)
      await wizard.continueButton.click()
    },
    async confirmAccount() {
      await expect(page.getByRole('heading', { name: payNowTexts.isThisYou })).toBeVisible()
      await wizard.continueButton.click()
    },
    typeAmount: async (amount) => await typeMoney(wizard.amount, amount),
    pay: async () => await wizard.payButton.click(),
    payTwice: async () => await wizard.payButton.dblclick(),
    async payWhole(account, card) {
      await wizard.findAccount(account)
      await wizard.confirmAccount()
      await wizard.fillCard(card)
      await wizard.pay()
    },
    async receiptNumber() {
      const shown = page.getByText(/^W-\d+(-\d+)?$/).first()
      await expect(shown).toBeVisible()
      return (await shown.textContent()) ?? ''
    },
  }
  return wizard
}
