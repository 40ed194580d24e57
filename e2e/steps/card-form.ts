import type { Locator, Page } from '@playwright/test'
import type { TypedCard } from './cards.ts'

/** In Pay Now and in the dialog of the dashboard. */
export interface CardForm {
  cardNumber: Locator
  holder: Locator
  expiry: Locator
  code: Locator
  zipOfCard: Locator
  email: Locator
  fillCard(card: TypedCard): Promise<void>
}

/** As people do: the digits fill from the right. */
export async function typeMoney(field: Locator, amount: string): Promise<void> {
  await field.press('ControlOrMeta+a')
  await field.pressSequentially(amount.replace(/\D/g, ''))
}

/** As a person does with a text from elsewhere. */
export async function paste(field: Locator, pasted: string): Promise<void> {
  await field.evaluate((element, text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text', text)
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, pasted)
}

export function cardFormOn(page: Page): CardForm {
  const form: CardForm = {
    cardNumber: page.getByLabel(/^Card number/),
    holder: page.getByLabel('Card holder name'),
    expiry: page.getByLabel('Expiration date'),
    code: page.getByRole('textbox', { name: 'CVV' }),
    zipOfCard: page.getByLabel('Card zip code'),
    email: page.getByLabel(/email/i),
    async fillCard(card) {
      await form.cardNumber.fill(card.number)
      await form.expiry.fill(card.expiry)
      await form.code.fill(card.code)
      await form.holder.fill(card.holder)
    },
  }
  return form
}
