import { randomUUID } from 'node:crypto'
import { cardMessages } from '@portal/contract/card'
import { humanCheckTexts } from '@portal/contract/human-check'
import { payNowMaintenanceMessage } from '@portal/contract/maintenance'
import { paymentFormTexts } from '@portal/contract/payment-form'
import { payNowTexts } from '@portal/contract/pay-now'
import { checkoutProblems, paymentTexts } from '@portal/contract/payments'
import { commonProblems } from '@portal/contract/problem'
import { type Page, expect } from '@playwright/test'
import { announcementStates } from './announcement-states.ts'
import { billViewStates } from './bill-view-states.ts'
import { declinedAmount, visa } from './cards.ts'
import { consoleStates } from './console-states.ts'
import { dashboardStates } from './dashboard-states.ts'
import { editAccountStates } from './edit-account-states.ts'
import { moneyDeskStates } from './money-desk-states.ts'
import { type PayNow, payNow } from './pay-now.ts'
import { phonedInStates } from './phoned-in-states.ts'
import { reportsStates } from './reports-states.ts'
import { signInStates } from './sign-in-states.ts'
import { signUpStates } from './sign-up-states.ts'
import type { State } from './state.ts'
import { staticPageStates } from './static-page-states.ts'
import type { Need } from './world/accounts.ts'
import type { World } from './world/world.ts'

/** Every screen and state of the product: each is checked for accessibility and photographed. */
export const states: readonly State[] = [
  { name: 'home', reach: async (page) => void (await page.goto('/')) },
  { name: 'not-found', reach: async (page) => void (await page.goto('/no-such-page')) },
  { name: 'find-account', reach: async (page) => void (await payNow(page)) },
  {
    name: 'find-account-sample-bill',
    async reach(page) {
      await payNow(page)
      await page.getByText(payNowTexts.whereIsMyNumber).click()
      await expect(page.getByRole('dialog')).toBeVisible()
    },
  },
  {
    name: 'find-account-verified',
    async reach(page) {
      await (await payNow(page)).verify()
    },
  },
  {
    name: 'find-account-errors',
    async reach(page) {
      const wizard = await payNow(page)
      await wizard.verify()
      await wizard.continueButton.click()
      await expect(page.getByText(payNowTexts.accountRequired).first()).toBeVisible()
    },
  },
  {
    name: 'find-account-not-matching',
    async reach(page, world) {
      const account = await world.account('owing')
      await (await payNow(page)).findAccount({ ...account, zip: '00001' })
      await expect(page.getByText(payNowTexts.notMatching).first()).toBeVisible()
    },
  },
  {
    name: 'find-account-too-many-tries',
    async reach(page, world) {
      const account = await world.account('owing')
      const wizard = await payNow(page)
      await tooManyTries(wizard, { ...account, zip: '00001' })
    },
  },
  {
    name: 'is-this-you',
    async reach(page, world) {
      await (await payNow(page)).findAccount(await world.account('owing'))
      await expect(page.getByRole('heading', { name: payNowTexts.isThisYou })).toBeVisible()
    },
  },
  { name: 'enter-payment', reach: async (page, world) => void (await enterPayment(page, world, 'owing')) },
  { name: 'enter-payment-credit', reach: async (page, world) => void (await enterPayment(page, world, 'inCredit')) },
  { name: 'enter-payment-cash-only', reach: async (page, world) => void (await enterPayment(page, world, 'cashOnly')) },
  {
    name: 'enter-payment-errors',
    async reach(page, world) {
      const wizard = await enterPayment(page, world, 'owing')
      await wizard.typeAmount('0.50')
      await wizard.cardNumber.fill('3111')
      await wizard.verify()
      await wizard.payButton.click()
      await expect(page.getByText(cardMessages.holder).first()).toBeVisible()
    },
  },
  {
    name: 'enter-payment-filled',
    async reach(page, world) {
      const wizard = await enterPayment(page, world, 'owing')
      await wizard.fillCard(visa)
      await wizard.verify()
    },
  },
  {
    name: 'enter-payment-verify',
    async reach(page, world) {
      await enterPayment(page, world, 'owing')
      await expect(page.getByRole('button', { name: humanCheckTexts.verify, exact: true })).toBeVisible()
    },
  },
  {
    name: 'enter-payment-security-code-hint',
    async reach(page, world) {
      await enterPayment(page, world, 'owing')
      await page.getByRole('button', { name: 'What is the CVV?' }).click()
      await expect(page.getByRole('dialog')).toContainText(paymentFormTexts.securityCodeHint)
    },
  },
  {
    name: 'enter-payment-offline',
    async reach(page, world) {
      const wizard = await enterPayment(page, world, 'owing')
      await wizard.fillCard(visa)
      await wizard.verify()
      await page.context().setOffline(true)
      await expect(wizard.payButton).toBeDisabled()
    },
  },
  {
    name: 'processing',
    async reach(page, world) {
      const wizard = await enterPayment(page, world, 'owing')
      await wizard.fillCard(visa)
      const goOn = await world.holdUpPayments()
      await wizard.pay()
      await expect(page.getByText(paymentTexts.processing)).toBeVisible()
      return goOn
    },
  },
  {
    name: 'result-approved',
    async reach(page, world) {
      await payOnce(page, world)
      await expect(page.getByRole('heading', { name: paymentTexts.approved })).toBeVisible()
    },
  },
  {
    name: 'result-declined',
    async reach(page, world) {
      await payOnce(page, world, declinedAmount)
      await expect(page.getByRole('heading', { name: paymentTexts.notProcessed })).toBeVisible()
    },
  },
  {
    name: 'result-server-failed',
    async reach(page, world) {
      const wizard = await enterPayment(page, world, 'owing')
      await wizard.fillCard(visa)
      await world.gateway.stop()
      await wizard.pay()
      await expect(page.getByText(paymentTexts.contactUs)).toBeVisible()
      return () => world.gateway.startAgain()
    },
  },
  {
    name: 'result-being-confirmed',
    async reach(page, world) {
      const wizard = await enterPayment(page, world, 'owing')
      await wizard.fillCard(visa)
      // Nothing stands in the gateway's books, so that the outcome stays unknown for a while.
      await world.gateway.nextPurchase({ kind: 'hang', charged: false })
      await wizard.pay()
      await expect(page.getByRole('heading', { name: paymentTexts.beingConfirmed })).toBeVisible()
    },
  },
  {
    name: 'result-not-ours',
    async reach(page) {
      await page.goto(`/payment-result?id=${randomUUID()}`)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('We cannot show this payment')
    },
  },
  {
    name: 'result-never-started',
    async reach(page, world) {
      await enterPayment(page, world, 'owing')
      await page.goto(`/payment-result?key=${randomUUID()}`)
      await expect(page.getByRole('heading', { name: paymentTexts.notProcessed })).toBeVisible()
    },
  },
  {
    name: 'enter-payment-being-paid',
    async reach(page, world) {
      const account = await world.account('owing')
      const wizard = await payNow(page)
      await wizard.findAccount(account)
      await wizard.confirmAccount()
      await wizard.fillCard(visa)
      await world.gateway.nextPurchase({ kind: 'hang', charged: false })
      await wizard.pay()
      await expect(page.getByRole('heading', { name: paymentTexts.beingConfirmed })).toBeVisible()
      const again = await payNow(page)
      await again.findAccount(account)
      await again.confirmAccount()
      await expect(page.getByText(checkoutProblems['account-being-paid'].title).first()).toBeVisible()
    },
  },
  {
    name: 'maintenance',
    async reach(page, world) {
      await world.switchPayNow('off')
      await page.goto('/paynow')
      await expect(page.getByText(payNowMaintenanceMessage).first()).toBeVisible()
      return () => world.switchPayNow('on')
    },
  },
  ...signInStates,
  ...dashboardStates,
  ...consoleStates,
  ...reportsStates,
  ...moneyDeskStates,
  ...phonedInStates,
  ...announcementStates,
  ...signUpStates,
  ...editAccountStates,
  ...staticPageStates,
  ...billViewStates,
]

async function enterPayment(page: Page, world: World, need: Need): Promise<PayNow> {
  const wizard = await payNow(page)
  await wizard.findAccount(await world.account(need))
  await wizard.confirmAccount()
  await expect(page.getByText(payNowTexts.steps[2]).first()).toBeVisible()
  return wizard
}

/** Tries until the server asks to wait. */
export async function tooManyTries(wizard: PayNow, wrong: { number: string; zip: string }): Promise<void> {
  const notices = wizard.page.getByRole('alert')
  const blocked = notices.filter({ hasText: commonProblems['too-many-tries'].title })
  for (let tries = 0; tries < 20 && !(await blocked.isVisible()); tries++) {
    await wizard.findAccount(wrong)
    await expect(notices).toBeVisible()
  }
  await expect(blocked).toContainText(/\d+ (seconds?|minutes?)/)
}

async function payOnce(page: Page, world: World, amount?: string): Promise<void> {
  const wizard = await enterPayment(page, world, 'owing')
  if (amount) await wizard.typeAmount(amount)
  await wizard.fillCard(visa)
  await wizard.pay()
}
