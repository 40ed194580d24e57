import { readFile } from 'node:fs/promises'
import { setAccountShape } from '@portal/contract/account-shape'
import { autopayTexts } from '@portal/contract/autopay-texts'
import { billViewTexts } from '@portal/contract/bill-view-texts'
import { billsTexts } from '@portal/contract/bills'
import { payNowTexts } from '@portal/contract/pay-now-texts'
import { paymentTexts } from '@portal/contract/payments'
import { proofFields } from '@portal/contract/proof'
import { signUpTexts } from '@portal/contract/sign-up-texts'
import { UtilityProfile } from '@portal/contract/utility'
import { smallville } from '@portal/tools/world/open-all-night.ts'
import { violations } from '../browser/axe.ts'
import { expect, test as inOnePortal } from '../browser/fixtures.ts'
import { saveMethod, stripeCards, typeCard } from '../browser/stripe.ts'
import { openConsole } from '../steps/console.ts'
import { dashboardOn } from '../steps/dashboard.ts'
import { expectResult } from '../steps/payment.ts'
import { openPhonedIn } from '../steps/phoned-in.ts'
import { reports } from '../steps/reports.ts'
import { openSignedIn } from '../steps/sign-in.ts'
import { goodPassword, signUp, usernameFor } from '../steps/sign-up.ts'
import { readBase } from '../world/base.ts'
import { startWorld, type World } from '../world/world.ts'

/** Of a utility whose billing system writes plain files: other account numbers, no usage, no lines, another proof. */
const test = inOnePortal.extend<object, { world: World }>({
  world: [
    async ({}, use) => {
      setAccountShape(UtilityProfile.parse(JSON.parse(await readFile(smallville, 'utf8'))).accountShape)
      const world = await startWorld(readBase(), undefined, true, [], 'smallville')
      await use(world)
      await world.stop()
      setAccountShape()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
})
test.describe.configure({ mode: 'default' })

const field = (name: keyof typeof proofFields): RegExp => new RegExp(`^${proofFields[name].label}`)

test('a guest pays with an account number without its dashes and the amount of the last bill', async ({
  page,
  world,
}) => {
  const account = await world.account('owing')
  const { amount } = await world.proofOf(account)
  await page.goto('/paynow')
  await page.getByLabel(/^Account number/).fill(account.number.replaceAll('-', ''))
  await page.getByLabel(field('lastBillAmount')).fill(amount)
  await page.getByRole('button', { name: payNowTexts.continue }).click()
  await expect(page.getByRole('heading', { name: payNowTexts.isThisYou })).toBeVisible()
  await expect(page.getByRole('main')).toContainText(account.number)
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: payNowTexts.continue }).click()
  await typeCard(page, stripeCards.good)
  await page.getByRole('button', { name: payNowTexts.pay }).click()
  await expectResult(page, paymentTexts.approved)
  await expect.poll(() => world.owed(account)).toBe(0)
})

test('a customer registers with the PIN of the bill, sees no usage, saves the bill as printed, and turns AutoPay on', async ({
  page,
  world,
}) => {
  const account = await world.account('onlyDue')
  const wizard = await signUp(page)
  await wizard.sendNumber(account.number)
  await page.getByLabel(field('pin')).fill((await world.proofOf(account)).pin)
  await wizard.continueButton.click()
  await wizard.dialog.getByRole('button', { name: signUpTexts.proceed }).click()
  const username = usernameFor(account)
  await wizard.fillDetails({ username })
  await wizard.submit.click()
  await expect(page.getByRole('heading', { name: signUpTexts.thanks })).toBeVisible()

  await openSignedIn(page, { url: world.url, username, password: goodPassword })
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Welcome, ')
  await expect(page.getByText(account.number).first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'Usage' })).toHaveCount(0)
  await expect(page.getByText(billsTexts.monthlyWater)).toHaveCount(0)
  expect(await violations(page)).toEqual([])

  await page.goto((await page.getByRole('link', { name: 'View Bill' }).first().getAttribute('href')) ?? '')
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: billViewTexts.viewImage }).click()
  expect((await saved).suggestedFilename()).toMatch(/\.pdf$/)

  await dashboardOn(page).view('view=payment-methods')
  await page.getByRole('button', { name: autopayTexts.setUp }).click()
  await typeCard(page, stripeCards.good)
  await saveMethod(page)
  await page.getByLabel(autopayTexts.agree).check()
  await page.getByRole('button', { name: autopayTexts.turnOn }).click()
  await expect(page.getByText(autopayTexts.turnedOn)).toBeVisible()
})

test('a clerk pays the accounts of two callers at once, and finds the payment in Reports', async ({ page, world }) => {
  const tab = await openPhonedIn(page, world, 1)
  const [first, second] = [await world.account('owing'), await world.account('owing')]
  await tab.fillCart(first, second)
  await tab.checkOut()
  await typeCard(page, stripeCards.good)
  await tab.payButton.click()
  await expectResult(page, paymentTexts.approved)
  await openConsole(page, world, 3, 'reports')
  const list = reports(page)
  await list.search({ 'Account Number': second.number.replaceAll('-', '') })
  await expect(list.table.getByRole('row').filter({ hasText: 'MULTI-2' })).toHaveCount(1)
  expect(await violations(page)).toEqual([])
})
