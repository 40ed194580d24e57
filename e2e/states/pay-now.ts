import { randomUUID } from 'node:crypto'
import { expect } from '@playwright/test'
import { cardMessages } from '@portal/contract/card'
import { checkoutProblems } from '@portal/contract/checkout-problems'
import { humanCheckTexts } from '@portal/contract/human-check'
import { payNowTexts } from '@portal/contract/pay-now-texts'
import { paymentFormTexts, paymentTexts } from '@portal/contract/payments'
import { commonProblems } from '@portal/contract/problem'
import { declinedAmount, visa } from '../steps/cards.ts'
import { enterPayment, type PayNow, payNow } from '../steps/pay-now.ts'
import { confirmAmount, expectResult } from '../steps/payment.ts'
import { closeDialog, type Walk } from './walk.ts'

/** With the result page. */
export const payNowWalks: readonly Walk[] = [
  {
    name: 'Pay Now, finding the account',
    async go({ page, world, see }) {
      const wrong = { ...(await world.account('owing')), zip: '00001' }
      const wizard = await see('find-account', () => payNow(page))
      await see('find-account-sample-bill', async () => {
        await page.getByText(payNowTexts.whereIsMyNumber).click()
        await expect(page.getByRole('dialog')).toBeVisible()
      })
      await closeDialog(page)
      await see('find-account-verified', async () => {
        await wizard.account.focus()
        await expect(page.getByText(humanCheckTexts.verified, { exact: true })).toBeVisible()
      })
      await see('find-account-errors', async () => {
        await wizard.continueButton.click()
        await expect(page.getByText(payNowTexts.accountRequired).first()).toBeVisible()
      })
      await see('find-account-not-matching', async () => {
        await wizard.account.fill(wrong.number)
        await wizard.zip.fill(wrong.zip)
        await wizard.continueButton.click()
        await expect(page.getByText(payNowTexts.notMatching).first()).toBeVisible()
      })
      await see('find-account-too-many-tries', () => tooManyTries(wizard, wrong))
    },
  },
  {
    name: 'Pay Now, paying',
    async go({ page, world, see }) {
      const account = await world.account('owing')
      const wizard = await see('is-this-you', async () => {
        const opened = await payNow(page)
        await opened.findAccount(account)
        await expect(page.getByRole('heading', { name: payNowTexts.isThisYou })).toBeVisible()
        return opened
      })
      await see('enter-payment', async () => {
        await wizard.confirmAccount()
        await expect(page.getByText(payNowTexts.steps[2]).first()).toBeVisible()
        await expect(page.getByRole('button', { name: humanCheckTexts.verify, exact: true })).toBeVisible()
      })
      await see('enter-payment-security-code-hint', async () => {
        await page.getByRole('button', { name: 'What is the CVV?' }).click()
        await expect(page.getByRole('dialog')).toContainText(paymentFormTexts.securityCodeHint)
      })
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toBeHidden()
      await see('enter-payment-errors', async () => {
        await wizard.typeAmount('0.50')
        await wizard.cardNumber.fill('3111')
        await wizard.pay()
        await expect(page.getByText(cardMessages.holder).first()).toBeVisible()
      })
      await see('enter-payment-filled', async () => {
        await wizard.typeAmount('12.34')
        await wizard.fillCard(visa)
        await expect(page.getByText(cardMessages.holder)).toHaveCount(0)
        await expect(wizard.payButton).toBeVisible()
      })
      await see('enter-payment-offline', async () => {
        await page.context().setOffline(true)
        await expect(wizard.payButton).toBeDisabled()
      })
      await page.context().setOffline(false)
      const goOn = await world.holdUpPayments()
      await see(
        'processing',
        async () => {
          await wizard.payButton.click()
          await expect(page.getByText(paymentTexts.processing)).toBeVisible()
        },
        goOn,
      )
      await see('result-approved', () => expectResult(page, paymentTexts.approved))
    },
  },
  {
    name: 'Pay Now, declined and refused',
    async go({ page, world, see }) {
      await see('result-declined', async () => {
        const wizard = await enterPayment(page, await world.account('owing'))
        await wizard.typeAmount(declinedAmount)
        await wizard.fillCard(visa)
        await wizard.pay()
        await confirmAmount(page)
        await expectResult(page, paymentTexts.notProcessed)
      })
      const wizard = await enterPayment(page, await world.account('owing'))
      await wizard.fillCard(visa)
      const startGateway = await world.stopGateway()
      await see(
        'result-server-failed',
        async () => {
          await wizard.pay()
          await expect(page.getByText(paymentTexts.contactUs)).toBeVisible()
        },
        startGateway,
      )
    },
  },
  {
    name: 'Pay Now, an outcome that nobody knows',
    async go({ page, world, see }) {
      const account = await world.account('owing')
      // While the search is off, the outcome stays unknown.
      world.gateway.set({ searchOutage: true })
      try {
        await see('result-being-confirmed', async () => {
          const wizard = await enterPayment(page, account)
          await wizard.fillCard(visa)
          world.gateway.fail({ kind: 'dropBeforeCommit' })
          await wizard.pay()
          await expectResult(page, paymentTexts.beingConfirmed)
        })
        await see('enter-payment-being-paid', async () => {
          await enterPayment(page, account)
          await expect(page.getByText(checkoutProblems['account-being-paid'].title).first()).toBeVisible()
        })
      } finally {
        world.gateway.set({ searchOutage: false })
      }
    },
  },
  {
    name: 'Pay Now, nothing to pay or to show',
    async go({ page, world, see }) {
      await see('enter-payment-nothing-due', async () => enterPayment(page, await world.account('inCredit')))
      await see('enter-payment-credit', async () => page.getByRole('button', { name: 'Pay ahead' }).click())
      await see('enter-payment-far-above', async () => {
        const wizard = await enterPayment(page, await world.account('owing'))
        await wizard.typeAmount(declinedAmount)
        await wizard.fillCard(visa)
        await wizard.pay()
        await expect(page.getByRole('dialog', { name: 'Is this amount right?' })).toBeVisible()
      })
      await see('enter-payment-cash-only', async () => enterPayment(page, await world.account('cashOnly')))
      await see('result-never-started', async () => {
        await page.goto(`/payment-result?key=${randomUUID()}`)
        await expectResult(page, paymentTexts.notProcessed)
      })
      await see('result-not-ours', async () => {
        await page.goto(`/payment-result?id=${randomUUID()}`)
        await expect(page.getByRole('heading', { level: 1 })).toHaveText('We can’t show this payment')
      })
    },
  },
]

/** Until the server says how long to wait. */
async function tooManyTries(wizard: PayNow, wrong: { number: string; zip: string }): Promise<void> {
  const notices = wizard.page.getByRole('alert')
  const blocked = notices.filter({ hasText: commonProblems['too-many-tries'].title })
  for (let tries = 0; tries < 20 && !(await blocked.isVisible()); tries++) {
    await wizard.findAccount(wrong)
    await expect(notices).toBeVisible()
  }
  await expect(blocked).toContainText(/\d+ (seconds?|minutes?)/)
}
