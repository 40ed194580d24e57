import type { Page } from '@playwright/test'
import { autopayTexts, pausedTexts } from '@portal/contract/autopay-texts'
import { bankStandingTexts, payMethods, returnWords } from '@portal/contract/bank-accounts'
import { wrongDeposit } from '@portal/contract/bank-payments'
import { cents, dollars } from '@portal/contract/money'
import { paymentTexts } from '@portal/contract/payments'
import { savedMethodTexts } from '@portal/contract/saved-methods'
import { listScheduledPayments } from '@portal/contract/scheduled-payments'
import { violations } from '../browser/axe.ts'
import { expect } from '../browser/fixtures.ts'
import { pageIsGoodWhenNarrow } from '../browser/good-page.ts'
import { phone } from '../browser/screens.ts'
import { chooseBankAccount, saveMethod, stripeBanks, test, typeBankAccount } from '../browser/stripe.ts'
import { openDashboard } from '../steps/dashboard.ts'
import { tabTo } from '../steps/keyboard.ts'
import { enterPayment } from '../steps/pay-now.ts'
import { expectResult } from '../steps/payment.ts'
import type { World } from '../world/world.ts'

test.describe.configure({ mode: 'default' })
// The browser's own line about a wrong code.
test.use({ expectedTrouble: /status of 409/ })

const submitted = 'Submitted - Thank you'
/** Nobody reads of a bank payment before the bank has paid. */
const tooEarly = /approved|\bpaid\b|receipt number/i

/** Loads the page again until what the bank did has arrived. */
async function bankAnswers(page: Page, world: World, title: string): Promise<void> {
  await world.stripe?.letBanksAnswer()
  await expect(async () => {
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible({ timeout: 2_000 })
  }).toPass({ timeout: 20_000 })
}

async function mailTo(world: World, address: string | null, subject: string) {
  const found = async () => (await world.mailsTo(address ?? '')).find((mail) => mail.subject === subject)
  await expect.poll(found).toBeDefined()
  return await found()
}

test('a guest types a bank account on a phone, verifies it by the link of the email, and gets the receipt once the bank has paid', async ({
  page,
  visitor,
  world,
}) => {
  test.slow()
  const account = await world.account('owing')
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.url().startsWith(world.url)) sent.push(`${request.url()} ${request.postData() ?? ''}`)
  })
  await enterPayment(page, account)
  await page.setViewportSize(phone)
  await page.getByRole('radio', { name: payMethods.bank }).check()
  await typeBankAccount(page, stripeBanks.pays)
  const pay = page.getByRole('button', { name: `Pay ${dollars(cents(account.owed))}`, exact: true })
  await expect(pay).toHaveAccessibleDescription(/^By pressing Pay \$.* I authorize/)
  await pageIsGoodWhenNarrow(page)
  await pay.click()
  await expectResult(page, 'Verify your bank account')
  expect(await world.owed(account)).toBe(account.owed)
  expect(sent.filter((body) => body.includes(stripeBanks.pays))).toEqual([])

  const asked = await mailTo(world, account.email, 'Verify your bank account to pay')
  const other = await visitor()
  await other.setViewportSize(phone)
  await other.goto(/http\S+payment-result\?id=[\w-]+/.exec(asked?.text ?? '')?.[0] ?? '')
  await expect(other.getByText(account.number)).toBeHidden()
  await other.getByLabel('Code').fill('SM00ZZ')
  await other.getByRole('button', { name: 'Verify' }).click()
  await expect(other.getByText(`${wrongDeposit.title} You have 9 tries left.`)).toBeVisible()
  await pageIsGoodWhenNarrow(other)
  await other.getByLabel('Code').fill('sm11aa')
  await other.getByRole('button', { name: 'Verify' }).click()
  await expectResult(other, submitted)
  await pageIsGoodWhenNarrow(other)
  expect(await other.getByRole('main').textContent()).not.toMatch(tooEarly)
  await expect.poll(() => world.owed(account)).toBe(0)
  const confirmation = await mailTo(world, account.email, 'Your payment was submitted')
  const [number = ''] = /W-[\w-]{9}/.exec(confirmation?.text ?? '') ?? []
  await expect(other.getByText(number, { exact: true })).toBeVisible()

  await bankAnswers(page, world, paymentTexts.approved)
  await expect(page.getByText(number, { exact: true }).first()).toBeVisible()
  await expect.poll(async () => (await world.mailsTo(account.email ?? ''))[0]?.text).toContain(number)
})

test('a customer who logs in to the bank pays by keyboard alone, and reads nowhere that a submitted payment is paid', async ({
  page,
  world,
}) => {
  test.slow()
  const customer = await world.customer('onlyDue')
  const dashboard = await openDashboard(page, customer)
  await tabTo(page, page.getByRole('button', { name: /^Pay \$/ }))
  await page.keyboard.press('Enter')
  await dashboard.checkOutButton.press('Enter')
  await tabTo(page, page.getByRole('radio', { name: payMethods.card }))
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('radio', { name: payMethods.bank })).toBeChecked()
  await chooseBankAccount(page, stripeBanks.noMoney)
  const pay = page.getByRole('dialog').getByRole('button', { name: /^Pay \$/ })
  expect(await violations(page)).toEqual([])
  await tabTo(page, pay)
  await page.keyboard.press('Enter')
  await expectResult(page, submitted)
  await expect.poll(() => world.owed(customer.account)).toBe(0)

  const result = page.url()
  await tabTo(page, page.getByRole('link', { name: paymentTexts.goBack }))
  await page.keyboard.press('Enter')
  const day = bankStandingTexts.submitted.replace('{day}', '')
  await expect(page.getByText(day, { exact: false })).toBeVisible()
  await expect(page.getByText('Submitted', { exact: true })).toHaveCount(2)
  await pageIsGoodWhenNarrow(page)

  await page.goto(result)
  await bankAnswers(page, world, 'Your bank returned the payment.')
  await expect(page.getByText(returnWords.funds)).toBeVisible()
  await pageIsGoodWhenNarrow(page)
  await expect.poll(() => world.owed(customer.account)).toBe(customer.account.owed)
  const returned = await mailTo(world, customer.account.email, 'Your bank returned your payment')
  expect(returned?.text).toContain(returnWords.funds)
})

test('AutoPay debits a bank account, and what its bank returns pauses it, with the reason on the page and by email', async ({
  page,
  world,
}) => {
  test.slow()
  const customer = await world.customer('onlyDue')
  await openDashboard(page, customer)
  await page.getByRole('link', { name: autopayTexts.setUp }).click()
  await page.getByRole('button', { name: autopayTexts.setUp }).click()
  await page.getByRole('button', { name: 'Use a bank account instead' }).click()
  await chooseBankAccount(page, stripeBanks.closed)
  await pageIsGoodWhenNarrow(page)
  await saveMethod(page, savedMethodTexts.saveBank)
  await expect(page.getByText('You authorize')).toBeVisible()
  await page.getByLabel(autopayTexts.agree).check()
  await page.getByRole('button', { name: autopayTexts.turnOn }).click()
  await expect(page.getByText(autopayTexts.turnedOn)).toBeVisible()
  await expect(async () => {
    await page.reload()
    await expect(page.getByText(/^We’ll charge \$[\d.,]+ to .* ending in 1113 on /)).toBeVisible({
      timeout: 2_000,
    })
  }).toPass({ timeout: 20_000 })
  await pageIsGoodWhenNarrow(page)

  const listed = await page.request.get(new URL(listScheduledPayments.path, page.url()).href)
  const { today } = listScheduledPayments.reply.parse(await listed.json())
  await world.letChargeDayCome(customer, today)
  await expect.poll(() => world.owed(customer.account)).toBe(0)
  await page.reload()
  await expect(page.getByText(/^A charge to .* ending in 1113 is under way\.$/)).toBeVisible()

  await world.stripe?.letBanksAnswer()
  await expect(async () => {
    await page.reload()
    await expect(page.getByText(pausedTexts.bank_refused)).toBeVisible({ timeout: 2_000 })
  }).toPass({ timeout: 20_000 })
  await expect(page.getByText(savedMethodTexts.blocked)).toBeVisible()
  await pageIsGoodWhenNarrow(page)
  await expect.poll(() => world.owed(customer.account)).toBe(customer.account.owed)
  const paused = await mailTo(world, customer.account.email, 'AutoPay is paused')
  expect(paused?.text).toContain('Your bank returned a payment and does not pay from this account anymore.')
})
