import type { Page } from '@playwright/test'
import { feeTexts } from '@portal/contract/fees'
import { cents, dollars } from '@portal/contract/money'
import { payNowTexts } from '@portal/contract/pay-now-texts'
import { paymentTexts } from '@portal/contract/payments'
import { violations } from '../browser/axe.ts'
import { expect } from '../browser/fixtures.ts'
import { phone } from '../browser/screens.ts'
import { stripeCards, testWithFees, typeCard } from '../browser/stripe.ts'
import { expectResult } from '../steps/payment.ts'
import type { Account } from '../world/accounts.ts'

const test = testWithFees([
  { method: 'card', channels: ['online'], flat: 250 },
  { method: 'bank', channels: ['online'], flat: 50 },
])

// One worker runs both: starting this portal is most of the work.
test.describe.configure({ mode: 'default' })

/** From the home page to the form, where both methods stand with their fees. */
async function fromHome(page: Page, account: Account) {
  await page.setViewportSize(phone)
  await page.goto('/')
  await page.getByRole('link', { name: 'Pay Now' }).first().click()
  await page.getByLabel(/^Account number/).fill(account.number)
  await page.getByLabel(/^Billing zip code/).fill(account.zip)
  await page.getByRole('button', { name: payNowTexts.continue }).click()
  await expect(page.getByRole('heading', { name: payNowTexts.isThisYou })).toBeVisible()
  await page.getByRole('button', { name: payNowTexts.continue }).click()
  await expect(page.getByRole('radio', { name: 'Card Fee $2.50' })).toBeChecked()
  await expect(page.getByRole('radio', { name: 'Bank account Fee $0.50' })).toBeVisible()
}

/** The fee has a line of its own, and total and button have it. */
async function payWith(page: Page, account: Account, method: keyof typeof feeTexts.fee, fee: number) {
  const bill = page.getByRole('region', { name: 'Your bill' })
  await expect(bill.getByText(feeTexts.fee[method])).toBeVisible()
  await expect(bill.getByText(dollars(cents(fee)), { exact: true })).toBeVisible()
  const total = dollars(cents(account.owed + fee))
  await expect(bill.getByText(total, { exact: true })).toBeVisible()
  expect(await violations(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width)
  const pay = page.getByRole('button', { name: `Pay ${total}`, exact: true })
  if (method === 'bank') await expect(pay).toHaveAccessibleDescription(new RegExp(`once for \\${total}`))
  await pay.press('Enter')
}

/** Result page and email say what the bill got, what the utility keeps, and what was charged. */
async function expectParts(page: Page, said: string, account: Account, fee: number) {
  const [bills, kept, total] = [account.owed, fee, account.owed + fee].map((amount) => dollars(cents(amount)))
  const result = page.getByRole('main')
  for (const shown of [`${total} USD`, bills ?? '', kept ?? '']) await expect(result).toContainText(shown)
  await expect(result.getByText(/^Service fee, kept by/)).toBeVisible()
  expect(await violations(page)).toEqual([])
  const escaped = [bills, kept, total].map((amount) => amount?.replaceAll(/[$.]/g, '\\$&'))
  expect(said).toMatch(
    new RegExp(`Bill payment: ${escaped[0]}.*\nService fee, kept by .*: ${escaped[1]}.*\nAmount: ${escaped[2]}`),
  )
}

test('a guest reads the fee of a card before choosing it, pays it, and finds it on the receipt', async ({
  page,
  world,
}) => {
  const account = await world.account('owing')
  await fromHome(page, account)
  await typeCard(page, stripeCards.good)
  await payWith(page, account, 'card', 250)
  await expectResult(page, paymentTexts.approved)
  await expect.poll(() => world.owed(account)).toBe(0)
  await expect.poll(async () => (await world.mailsTo(account.email ?? '')).length).toBe(1)
  const [mail] = await world.mailsTo(account.email ?? '')
  await expectParts(page, mail?.text ?? '', account, 250)
})

test('a guest reads the fee of a bank account, authorizes it with the bill, and finds it on the confirmation', async ({
  page,
  world,
}) => {
  const account = await world.account('owing')
  await fromHome(page, account)
  await page.getByRole('radio', { name: /^Bank account/ }).check()
  await page.getByLabel('Account holder name').fill('Maria Cruz')
  const frame = page.frameLocator('iframe[title="Secure payment input frame"]')
  await frame.getByRole('combobox').selectOption({ label: 'Checking ••••6789' })
  await payWith(page, account, 'bank', 50)
  await expectResult(page, 'Submitted - Thank you')
  await expect.poll(() => world.owed(account)).toBe(0)
  await expect.poll(async () => (await world.mailsTo(account.email ?? '')).length).toBe(1)
  const [mail] = await world.mailsTo(account.email ?? '')
  await expectParts(page, mail?.text ?? '', account, 50)
})
