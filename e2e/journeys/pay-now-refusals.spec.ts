import { cardMessages } from '@portal/contract/card'
import { payNowMaintenanceMessage } from '@portal/contract/maintenance'
import { payNowTexts } from '@portal/contract/pay-now'
import { paymentTexts } from '@portal/contract/payments'
import { visa } from '../cards.ts'
import { expect, test } from '../fixtures.ts'
import { payNow } from '../pay-now.ts'
import { tooManyTries } from '../pay-now-states.ts'

test('given an unknown account or a wrong zip code, then the same sentence says that they do not match', async ({
  page,
  world,
}) => {
  const account = await world.account('owing')
  const wizard = await payNow(page)
  for (const wrong of [
    { ...account, zip: '00001' },
    { ...account, number: '9999999999' },
  ]) {
    await wizard.findAccount(wrong)
    await expect(page.getByRole('alert')).toHaveText(payNowTexts.notMatching)
    await expect(wizard.account).toHaveValue(wrong.number)
  }
  await wizard.findAccount(account)
  await expect(page.getByRole('heading', { name: payNowTexts.isThisYou })).toBeVisible()
})

test.describe('too many tries', () => {
  test.use({ expectedTrouble: /status of 429/ })

  test('given many wrong zip codes for one account, then the page says how long to wait', async ({ page, world }) => {
    const account = await world.account('owing')
    const wizard = await payNow(page)
    await tooManyTries(wizard, { ...account, zip: '00001' })
  })
})

test('given an empty first step, then each field says what it needs and the focus goes to the first', async ({
  page,
}) => {
  const wizard = await payNow(page)
  await wizard.verify()
  await wizard.continueButton.click()
  await expect(wizard.account).toHaveAccessibleDescription(new RegExp(payNowTexts.accountRequired))
  await expect(wizard.zip).toHaveAccessibleDescription(new RegExp(payNowTexts.zipRequired))
  await expect(wizard.account).toBeFocused()

  await wizard.account.fill('123')
  await wizard.continueButton.click()
  await expect(wizard.account).toHaveAccessibleDescription(/Account number is invalid\./)
})

test('given a card form with mistakes, then every field says so in the words of the specification, and nothing is sent', async ({
  page,
  world,
}) => {
  const wizard = await payNow(page)
  await wizard.findAccount(await world.account('owing'))
  await wizard.confirmAccount()
  await wizard.typeAmount('0.99')
  await wizard.zipOfCard.fill('')
  await wizard.email.fill('nobody')
  await wizard.verify()
  let sent = 0
  page.on('request', (request) => (sent += request.url().endsWith('/api/v1/checkout') ? 1 : 0))
  await wizard.payButton.click()

  const said = [
    [wizard.amount, paymentTexts.amount],
    [wizard.cardNumber, cardMessages.number],
    [wizard.holder, cardMessages.holder],
    [wizard.month, cardMessages.expiry],
    [wizard.code, cardMessages.securityCode],
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

test('given an account that takes cash only, then the page says so and offers no card form to pay with', async ({
  page,
  world,
}) => {
  const wizard = await payNow(page)
  await wizard.findAccount(await world.account('cashOnly'))
  await wizard.confirmAccount()
  await expect(page.getByText(payNowTexts.cashOnly)).toBeVisible()
  await expect(wizard.payButton).toBeDisabled()
})

test('given an account in credit, then nothing is due and an amount of the payer’s own can be paid', async ({
  page,
  world,
}) => {
  const wizard = await payNow(page)
  await wizard.findAccount(await world.account('inCredit'))
  await wizard.confirmAccount()
  await expect(wizard.amount).toHaveValue('0.00')
  await wizard.typeAmount('5.00')
  await wizard.fillCard(visa)
  await wizard.pay()
  await expect(page.getByRole('heading', { name: paymentTexts.approved })).toBeVisible()
})

test('given a closed account that still owes, then it can be found', async ({ page, world }) => {
  const wizard = await payNow(page)
  await wizard.findAccount(await world.account('closed'))
  await expect(page.getByRole('heading', { name: payNowTexts.isThisYou })).toBeVisible()
})

test.describe('maintenance', () => {
  test.use({ expectedTrouble: /status of 503/ })
  test.afterEach(({ world }) => world.switchPayNow('on'))

  test('given Pay Now switched off, then neither the page nor the server takes a payment, and both say so', async ({
    page,
    world,
  }) => {
    const open = await payNow(page)
    await world.switchPayNow('off')
    await open.findAccount(await world.account('owing'))
    await expect(page.getByText(payNowMaintenanceMessage).first()).toBeVisible()

    await page.goto('/paynow')
    await expect(page.getByText(payNowMaintenanceMessage).first()).toBeVisible()
    await expect(open.account).toHaveCount(0)
  })
})

test('the cancel link leads home from step 1, to step 1 from step 2, and to a fresh wizard from step 3', async ({
  page,
  world,
}) => {
  const account = await world.account('owing')
  const wizard = await payNow(page)
  await wizard.findAccount(account)
  await page.getByText(payNowTexts.cancel, { exact: true }).click()
  await expect(wizard.account).toHaveValue(account.number)

  await wizard.verify()
  await wizard.continueButton.click()
  await wizard.confirmAccount()
  await page.getByText(payNowTexts.cancel, { exact: true }).click()
  await expect(page).toHaveURL(/\/paynow$/)
  await expect(wizard.account).toHaveValue('')

  await page.getByText(payNowTexts.backToHome).click()
  await expect(page).toHaveURL(/\/$/)
})

test('where the account number stands is shown on a sample bill', async ({ page }) => {
  await payNow(page)
  await page.getByText(payNowTexts.whereIsMyNumber).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('img')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByText(payNowTexts.whereIsMyNumber)).toBeFocused()
})

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
