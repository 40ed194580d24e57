import { type Locator, type Page, expect } from '@playwright/test'
import { humanCheckTexts } from '@portal/contract/human-check'
import { payNowTexts } from '@portal/contract/pay-now-texts'
import { type CardForm, cardFormOn, typeMoney } from './card-form.ts'
import type { TypedCard } from './cards.ts'

/** Elements are found by what is read on the screen or by a screen reader, never by how they are built. */
export interface PayNow extends CardForm {
  page: Page
  account: Locator
  zip: Locator
  amount: Locator
  continueButton: Locator
  payButton: Locator
  /** Needed before Continue and before PAY NOW. */
  verify(): Promise<void>
  /** Step 1. */
  findAccount(account: { number: string; zip: string }): Promise<void>
  /** Step 2. */
  confirmAccount(): Promise<void>
  typeAmount(amount: string): Promise<void>
  /** Verifies first. */
  pay(): Promise<void>
  /** Twice at once. */
  payTwice(): Promise<void>
  /** Goes through all steps and pays everything that is owed. */
  payWhole(account: { number: string; zip: string }, card: TypedCard): Promise<void>
  /** On the result page. */
  receiptNumber(): Promise<string>
}

export async function payNow(page: Page): Promise<PayNow> {
  const wizard = payNowOn(page)
  await page.goto('/paynow')
  await expect(wizard.account).toBeVisible()
  return wizard
}

/** Opens the wizard and goes to step 3. */
export async function enterPayment(page: Page, account: { number: string; zip: string }): Promise<PayNow> {
  const wizard = await payNow(page)
  await wizard.findAccount(account)
  await wizard.confirmAccount()
  await expect(page.getByRole('heading', { level: 1, name: 'Enter payment' })).toBeVisible()
  return wizard
}

function payNowOn(page: Page): PayNow {
  const field = (label: string | RegExp): Locator => page.getByLabel(label)
  const wizard: PayNow = {
    ...cardFormOn(page),
    page,
    account: field(/^Account number/),
    zip: field(/^Billing zip code/),
    amount: field(/^Amount/),
    continueButton: page.getByRole('button', { name: payNowTexts.continue, exact: true }),
    payButton: page.getByRole('button', { name: payNowTexts.pay }),
    async verify() {
      await page.getByRole('button', { name: humanCheckTexts.verify, exact: true }).click()
      await expect(wizard.continueButton.or(wizard.payButton)).toBeVisible()
    },
    async findAccount({ number, zip }) {
      await wizard.account.fill(number)
      await wizard.zip.fill(zip)
      await wizard.verify()
      await wizard.continueButton.click()
    },
    async confirmAccount() {
      await expect(page.getByRole('heading', { name: payNowTexts.isThisYou })).toBeVisible()
      await wizard.continueButton.click()
    },
    typeAmount: async (amount) => await typeMoney(wizard.amount, amount),
    async pay() {
      await wizard.verify()
      await wizard.payButton.click()
    },
    async payTwice() {
      await wizard.verify()
      await wizard.payButton.dblclick()
    },
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
