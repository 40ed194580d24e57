import type { Page } from '@playwright/test'
import { reportPartNames } from '@portal/contract/admin-levels'
import { dateIn, instantOf } from '@portal/contract/dates'
import { findPayment } from '@portal/contract/exceptions'
import { exceptionActions, exceptionReasons, exceptionsTexts } from '@portal/contract/exceptions-texts'
import { cents, dollars } from '@portal/contract/money'
import { payNowTexts } from '@portal/contract/pay-now-texts'
import { paymentTexts } from '@portal/contract/payments'
import { payoutItemKinds, payoutStatuses, payoutsTexts } from '@portal/contract/payouts'
import { violations } from '../browser/axe.ts'
import { expect } from '../browser/fixtures.ts'
import { stripeCards, test, typeCard } from '../browser/stripe.ts'
import { logInByCall, openConsole } from '../steps/console.ts'
import { openDashboard } from '../steps/dashboard.ts'
import { enterPayment } from '../steps/pay-now.ts'
import { expectResult } from '../steps/payment.ts'
import { openPhonedIn } from '../steps/phoned-in.ts'
import type { Account } from '../world/accounts.ts'
import type { World } from '../world/world.ts'

// One worker runs them all: starting this portal is most of the work.
test.describe.configure({ mode: 'default' })

const { good, noMoney, asksPayer, isDisputed } = stripeCards

const shortReceipt = /^W-[A-Z][0-9A-Z]{3}-[0-9A-Z]{4}$/

const atBank = (page: Page) => page.frameLocator('iframe[title="Your bank"]')

/** What the page sent to the portal, and not to the gateway. */
function watchBodies(page: Page, { url }: World): string[] {
  const bodies: string[] = []
  page.on('request', (request) => {
    if (request.url().startsWith(url)) bodies.push(`${request.url()} ${request.postData() ?? ''}`)
  })
  return bodies
}

test('a guest pays from the home page, and no card number comes to the portal', async ({ page, world }) => {
  const account = await world.account('owing')
  const bodies = watchBodies(page, world)
  await page.goto('/')
  await page.getByRole('link', { name: 'Pay Now' }).first().click()
  await page.getByLabel(/^Account number/).fill(account.number)
  await page.getByLabel(/^Billing zip code/).fill(account.zip)
  await page.getByRole('button', { name: payNowTexts.continue }).click()
  await expect(page.getByRole('heading', { name: payNowTexts.isThisYou })).toBeVisible()
  await page.getByRole('button', { name: payNowTexts.continue }).click()
  await typeCard(page, good)
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: payNowTexts.pay }).click()
  await expectResult(page, paymentTexts.approved)
  await expect(page.getByText(shortReceipt).first()).toBeVisible()
  await page.getByText('Numbers of the payment processor').click()
  await expect(page.getByText(/^pi_\w+$/)).toBeVisible()
  expect(await violations(page)).toEqual([])
  await expect.poll(() => world.owed(account)).toBe(0)
  expect(bodies.filter((body) => body.replaceAll(/\D/g, '').includes(good))).toEqual([])
  expect(bodies.some((body) => body.includes('ctoken_'))).toBe(true)
})

test('a guest whose browser has Google Pay pays with it and types no card', async ({ page, world }) => {
  const account = await world.account('owing')
  const wizard = await enterPayment(page, account)
  await page.frameLocator('iframe[title="Secure payment input frame"]').getByLabel('Google Pay').check()
  await page.getByLabel('Card holder name').fill('Maria Cruz')
  await page.getByLabel('Card zip code').fill('96913')
  await wizard.pay()
  await expectResult(page, paymentTexts.approved)
  await expect.poll(() => world.owed(account)).toBe(0)
})

test('what is missing in the frame is said there, and a declined card can be tried again', async ({ page, world }) => {
  const account = await world.account('owing')
  const wizard = await enterPayment(page, account)
  await page.getByLabel('Card holder name').fill('Maria Cruz')
  await page.getByLabel('Card zip code').fill('96913')
  await wizard.pay()
  const frame = page.frameLocator('iframe[title="Secure payment input frame"]')
  await expect(frame.getByText('Your card number is incomplete.')).toBeVisible()
  await typeCard(page, noMoney)
  await wizard.pay()
  await expect(page.getByText('there is not enough money or credit on the card', { exact: false })).toBeVisible()
  await page.getByRole('link', { name: 'Try again' }).click()
  await typeCard(page, good)
  await wizard.pay()
  await expectResult(page, paymentTexts.approved)
})

test.describe('a bank that wants to see its customer (3-D Secure)', () => {
  test('is shown, and the payment goes through once it is confirmed', async ({ page, world }) => {
    const account = await world.account('owing')
    const wizard = await enterPayment(page, account)
    await typeCard(page, asksPayer)
    await wizard.pay()
    await atBank(page).getByRole('button', { name: 'Complete authentication' }).click()
    await expectResult(page, paymentTexts.approved)
    await expect.poll(() => world.owed(account)).toBe(0)
  })

  test('is shown again to a payer who closed the tab, and what it refuses is not charged', async ({ page, world }) => {
    const account = await world.account('owing')
    const owed = await world.owed(account)
    const wizard = await enterPayment(page, account)
    await typeCard(page, asksPayer)
    await wizard.pay()
    await expect(atBank(page).getByRole('button', { name: 'Fail authentication' })).toBeVisible()
    expect(await violations(page)).toEqual([])
    const address = page.url()
    const again = await page.context().newPage()
    await page.close()
    await again.goto(address)
    await atBank(again).getByRole('button', { name: 'Fail authentication' }).click()
    await expect(again.getByText('The bank declined the payment', { exact: false })).toBeVisible()
    expect(await world.owed(account)).toBe(owed)
  })
})

test('a customer pays one of several accounts from the dashboard', async ({ page, world }) => {
  const customer = await world.customer('oneOfSeveral')
  const dashboard = await openDashboard(page, customer)
  await dashboard.makePayment(customer.account.number)
  await dashboard.typeAmount(customer.account.number, '12.34')
  await dashboard.checkOut()
  await typeCard(page, '5555555555554444')
  await dashboard.payButton.click()
  await expectResult(page, paymentTexts.approved)
  await expect(page.getByText('Mastercard').first()).toBeVisible()
})

test('a clerk takes a payment by phone, marked as such', async ({ page, world }) => {
  const account = await world.account('owing')
  const tab = await openPhonedIn(page, world)
  await tab.fillCart(account)
  await tab.checkOut()
  await typeCard(page, asksPayer)
  // The clerk's own wallet would pay for the caller.
  await expect(page.frameLocator('iframe[title="Secure payment input frame"]').getByLabel('Google Pay')).toBeHidden()
  await tab.payButton.click()
  await expectResult(page, paymentTexts.approved)
  const charge = [...(world.stripe?.books.charges.values() ?? [])].at(-1)
  expect(charge?.payment_method_details?.card?.moto).toBe(true)
})

test('finance sees what was charged, what the gateway kept, and what reached the bank', async ({ page, world }) => {
  const { receipt } = await paidByGuest(page, world, good)
  const payout = await world.stripe?.payOut()
  await world.reconcile(dateIn('UTC', instantOf((payout?.arrival_date ?? 0) * 1000)))
  await openConsole(page, world, 3, 'reports')
  await page.getByRole('link', { name: reportPartNames.payouts }).click()
  const row = page.getByRole('row').filter({ hasText: payout?.id ?? 'none' })
  await expect(row.getByRole('cell', { name: dollars(cents(payout?.amount ?? 0)), exact: true })).toBeVisible()
  await expect(row.getByText(payoutStatuses.paid)).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.setViewportSize({ width: 320, height: 640 })
  await expect(row.getByText(payout?.id ?? 'none')).toBeVisible()
  expect(await violations(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)

  // By keyboard, to what is in it.
  await row.getByRole('link', { name: payout?.id }).press('Enter')
  await expect(page.getByRole('heading', { name: `Payout ${payout?.id}` })).toBeFocused()
  const item = page.getByRole('row').filter({ hasText: receipt })
  await expect(item.getByText(payoutItemKinds.charge)).toBeVisible()
  expect(await violations(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  await item.getByRole('link', { name: receipt }).click()
  await expect(page.getByRole('heading', { name: `Payment ${receipt}` })).toBeVisible()
  await page.goBack()
  await page.getByRole('link', { name: payoutsTexts.back }).click()
  await expect(row.getByText(payoutStatuses.paid)).toBeVisible()
})

interface Paid {
  receipt: string
  /** The gateway's. */
  tag: string
  account: Account
}

/** A guest's payment by that card. */
async function paidByGuest(page: Page, world: World, number: string): Promise<Paid> {
  const account = await world.account('owing')
  const wizard = await enterPayment(page, account)
  await typeCard(page, number)
  await wizard.pay()
  await expectResult(page, paymentTexts.approved)
  await expect.poll(() => world.owed(account)).toBe(0)
  const receipt = await page.getByText(shortReceipt).first().textContent()
  const tag = await page.getByText(/^pi_\w+$/).textContent()
  return { receipt: receipt ?? '', tag: tag ?? '', account }
}

/** As finance sees it. */
async function openPayment(page: Page, world: World, receipt: string): Promise<number> {
  await logInByCall(page, world, await world.administrator(3))
  const found = await page.request.post(findPayment.path, { data: { receipt }, headers: { origin: world.url } })
  const { id } = findPayment.reply.parse(await found.json())
  await page.goto(`/admin-dashboard?view=reports&part=exceptions&payment=${id}`)
  await expect(page.getByRole('heading', { name: `Payment ${receipt}` })).toBeVisible()
  return id
}

/** What the bank did arrives by a webhook; the page shows it when it is loaded again. */
async function expectShown(page: Page, text: string): Promise<void> {
  await expect(async () => {
    await page.reload()
    await expect(page.getByText(text, { exact: true }).first()).toBeVisible({ timeout: 2_000 })
  }).toPass({ timeout: 20_000 })
}

test('finance refunds a payment, and makes the refund again when the bank returns it', async ({
  page,
  visitor,
  world,
}) => {
  test.slow()
  const { receipt, tag, account } = await paidByGuest(page, world, good)
  const finance = await visitor()
  await openPayment(finance, world, receipt)
  await finance.getByRole('button', { name: exceptionActions.requestRefund, exact: true }).click()
  await finance.getByRole('dialog').getByLabel(exceptionsTexts.why).fill('Paid at the office too')
  await finance.getByRole('dialog').getByRole('button', { name: exceptionsTexts.requestRefund }).click()
  await finance.getByRole('alertdialog').getByRole('button', { name: 'Okay' }).click()

  const other = await visitor()
  await openPayment(other, world, receipt)
  await other.getByRole('button', { name: exceptionsTexts.approveRefund }).click()
  await other
    .getByRole('dialog')
    .getByRole('button', { name: /^Refund \$/ })
    .click()
  await other.getByRole('alertdialog').getByRole('button', { name: 'Okay' }).click()
  await expect.poll(() => refundsOf(world, tag)).toHaveLength(1)
  await expect.poll(() => world.owed(account)).toBeGreaterThan(0)

  await world.stripe?.bank.returnRefund(refundsOf(world, tag)[0]?.id ?? '')
  await expectShown(finance, exceptionReasons.refundFailed.name)
  expect(await violations(finance)).toEqual([])
  await finance.getByRole('button', { name: exceptionActions.retryReversal }).click()
  await finance.getByRole('dialog').getByLabel(exceptionsTexts.why).fill('The payer has a new card')
  await finance.getByRole('dialog').getByRole('button', { name: exceptionActions.retryReversal }).click()
  await finance.getByRole('alertdialog').getByRole('button', { name: 'Okay' }).click()
  await expect.poll(() => refundsOf(world, tag)).toHaveLength(2)
  await expectShown(finance, exceptionsTexts.noAction)
})

const refundsOf = ({ stripe }: World, charge: string) =>
  [...(stripe?.books.refunds.values() ?? [])].filter(({ payment_intent: tag }) => tag === charge)

test('a dispute shows in the console with its due date, and when it is lost, the account owes again', async ({
  page,
  visitor,
  world,
}) => {
  test.slow()
  const { receipt, tag: charge, account } = await paidByGuest(page, world, isDisputed)
  const finance = await visitor()
  await openPayment(finance, world, receipt)
  await expectShown(finance, exceptionReasons.disputeOpen.name)
  const dispute = finance.getByRole('region', { name: exceptionsTexts.disputes })
  await expect(dispute).toContainText('fraudulent')
  await expect(dispute).toContainText('Evidence due')
  await expect(finance.getByRole('button', { name: exceptionActions.requestRefund, exact: true })).toBeHidden()
  expect(await violations(finance)).toEqual([])

  const disputed = [...(world.stripe?.books.disputes.values() ?? [])]
  const id = disputed.find(({ payment_intent: tag }) => tag === charge)?.id ?? ''
  await world.stripe?.bank.decide(id, 'lost')
  await expectShown(finance, exceptionReasons.disputeLost.name)
  await expect.poll(() => world.owed(account)).toBeGreaterThan(0)
  expect(await violations(finance)).toEqual([])
  await finance.getByRole('button', { name: exceptionActions.closeDispute }).click()
  await finance.getByRole('dialog').getByLabel(exceptionsTexts.why).fill('Seen by finance')
  await finance.getByRole('dialog').getByRole('button', { name: exceptionActions.closeDispute }).click()
  await finance.getByRole('alertdialog').getByRole('button', { name: 'Okay' }).click()
  await expectShown(finance, exceptionsTexts.noAction)
})

test.describe('without the gateway’s script', () => {
  test.use({ expectedTrouble: /ERR_FAILED/ })

  test('a page that cannot load the frame says so, and tries again', async ({ page, world }) => {
    await page.route('**/endive/stripe.js', (route) => route.abort(), { times: 1 })
    await enterPayment(page, await world.account('owing'))
    await expect(page.getByText('The card form couldn’t load.')).toBeVisible()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(
      page.frameLocator('iframe[title="Secure payment input frame"]').getByLabel('Card number'),
    ).toBeVisible()
  })
})
