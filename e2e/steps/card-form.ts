import type { Locator, Page } from '@playwright/test'
import type { TypedCard } from './cards.ts'

/** In Pay Now and in the dialog of the dashboard. */
export interface CardForm {
  cardNumber: Locator
  holder: Locator
  month: Locator
  year: Locator
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
    month: page.getByLabel('Month'),
    year: page.getByLabel('Year', { exact: true }),
    code: page.getByRole('textbox', { name: 'CVV' }),
    zipOfCard: page.getByLabel('Card zip code'),
    email: page.getByLabel(/email/i),
    async fillCard(card) {
      await form.cardNumber.fill(card.number)
      await form.holder.fill(card.holder)
      await form.month.selectOption({ label: card.month })
      await form.year.selectOption({ label: card.year })
      await form.code.fill(card.code)
    },
  }
  return form
}
