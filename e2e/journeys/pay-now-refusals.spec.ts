import { cardMessages } from '@portal/contract/card'
import { payNowTexts } from '@portal/contract/pay-now-texts'
import { paymentTexts } from '@portal/contract/payments'
import { expect, test } from '../browser/fixtures.ts'
import { visa } from '../steps/cards.ts'
import { enterPayment, payNow } from '../steps/pay-now.ts'
import { expectResult } from '../steps/payment.ts'

test('given a card form with mistakes, then every field says so in the words of the specification, and nothing is sent', async ({
  page,
  world,
}) => {
  const wizard = await payNow(page)
  await test.step('where the account number stands is shown on a sample bill', async () => {
    await page.getByText(payNowTexts.whereIsMyNumber).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('img')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(page.getByText(payNowTexts.whereIsMyNumber)).toBeFocused()
  })

  await wizard.findAccount(await world.account('owing'))
  await wizard.confirmAccount()
  await wizard.typeAmount('0.99')
  await wizard.zipOfCard.fill('')
  await page.getByRole('button', { name: 'Change email' }).click()
  await wizard.email.fill('nobody')
  let sent = 0
  page.on('request', (request) => (sent += request.url().endsWith('/api/v1/checkout') ? 1 : 0))
  await wizard.payButton.click()

  const said = [
    [wizard.amount, paymentTexts.amount],
    [wizard.cardNumber, cardMessages.number],
    [wizard.expiry, cardMessages.expiry],
    [wizard.code, cardMessages.securityCode],
    [wizard.holder, cardMessages.holder],
    [wizard.zipOfCard, cardMessages.zip],
    [wizard.email, cardMessages.email],
  ] as const
  for (const [field, message] of said) {
    await expect(field).toHaveAccessibleDescription(new RegExp(escaped(message)))
    await expect(page.getByRole('link', { name: message })).toBeVisible()
  }

  for (const [number, message] of [
    ['3111111111111111', cardMessages.numberFormat],
    ['4111111111111112', cardMessages.numberOf.Visa],
    ['5111111111111', cardMessages.numberOf.Mastercard],
    ['6011', cardMessages.numberOf.Discover],
  ] as const) {
    await wizard.cardNumber.fill(number)
    await expect(wizard.cardNumber).toHaveAccessibleDescription(new RegExp(escaped(message)))
  }
  expect(sent).toBe(0)
})

test('given an account in credit, then nothing is due, and the payer can choose an amount', async ({ page, world }) => {
  const wizard = await enterPayment(page, await world.account('inCredit'))
  await expect(page.getByText('Nothing is due')).toBeVisible()
  await page.getByRole('button', { name: 'Pay ahead' }).click()
  await expect(wizard.amount).toHaveValue('0.00')
  await wizard.typeAmount('5.00')
  await wizard.fillCard(visa)
  await wizard.pay()
  await expectResult(page, paymentTexts.approved)
})

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
