import type { Page } from '@playwright/test'
import { reportPartNames } from '@portal/contract/admin-levels'
import { dateIn, instantOf } from '@portal/contract/dates'
import { cents, dollars } from '@portal/contract/money'
import { payNowTexts } from '@portal/contract/pay-now-texts'
import { paymentTexts } from '@portal/contract/payments'
import { payoutStatuses } from '@portal/contract/payouts'
import { violations } from '../browser/axe.ts'
import { expect, test as inOnePortal } from '../browser/fixtures.ts'
import { openConsole } from '../steps/console.ts'
import { openDashboard } from '../steps/dashboard.ts'
import { enterPayment } from '../steps/pay-now.ts'
import { expectResult } from '../steps/payment.ts'
import { openPhonedIn } from '../steps/phoned-in.ts'
import { readBase } from '../world/base.ts'
import { startWorld, type World } from '../world/world.ts'

/** A portal whose cards Stripe takes. Any trouble with the security policy fails a test. */
const test = inOnePortal.extend<object, { world: World }>({
  world: [
    async ({}, use) => {
      const world = await startWorld(readBase(), undefined, true)
      await use(world)
      await world.stop()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
})

// One worker runs them all: starting this portal is most of the work.
test.describe.configure({ mode: 'default' })

const good = '4242424242424242'
const noMoney = '4000000000009995'
const asksPayer = '4000002760003184'

/** Types into the gateway's frame and into the portal's own fields. */
async function typeCard(page: Page, number: string): Promise<void> {
  const frame = page.frameLocator('iframe[title="Secure payment input frame"]')
  await frame.getByLabel('Card number').fill(number)
  await frame.getByLabel('Expiration date').fill('12 / 30')
  await frame.getByLabel('Security code').fill('123')
  await page.getByLabel('Card holder name').fill('Maria Cruz')
  await page.getByLabel('Card zip code').fill('96913')
}

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
  await expect(page.getByText(/^W-pi_\w+$/).first()).toBeVisible()
  await expect.poll(() => world.owed(account)).toBe(0)
  expect(bodies.filter((body) => body.replaceAll(/\D/g, '').includes(good))).toEqual([])
  expect(bodies.some((body) => body.includes('ctoken_'))).toBe(true)
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
  await tab.payButton.click()
  await expectResult(page, paymentTexts.approved)
  const charge = [...(world.stripe?.books.charges.values() ?? [])].at(-1)
  expect(charge?.payment_method_details?.card?.moto).toBe(true)
})

test('finance sees what was charged, what the gateway kept, and what reached the bank', async ({ page, world }) => {
  const wizard = await enterPayment(page, await world.account('owing'))
  await typeCard(page, good)
  await wizard.pay()
  await expectResult(page, paymentTexts.approved)
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
