import { type Page, expect } from '@playwright/test'
import { reportPartNames } from '@portal/contract/admin-levels'
import { autopayTexts } from '@portal/contract/autopay-texts'
import { payMethods } from '@portal/contract/bank-accounts'
import { wrongDeposit } from '@portal/contract/bank-payments'
import { dateIn, instantOf } from '@portal/contract/dates'
import { exceptionActions, exceptionReasons } from '@portal/contract/exceptions-texts'
import { paymentFormTexts } from '@portal/contract/payments'
import { payoutItemKinds } from '@portal/contract/payouts'
import { savedMethodTexts } from '@portal/contract/saved-methods'
import { listScheduledPayments } from '@portal/contract/scheduled-payments'
import { chooseBankAccount, saveMethod, stripeBanks, typeBankAccount } from '../browser/stripe.ts'
import { dashboardOn } from '../steps/dashboard.ts'
import { openExceptions } from '../steps/exceptions.ts'
import { enterPayment } from '../steps/pay-now.ts'
import { expectResult } from '../steps/payment.ts'
import { openSignedIn } from '../steps/sign-in.ts'
import type { Account } from '../world/accounts.ts'
import type { World } from '../world/world.ts'
import { closeDialog, type Walk } from './walk.ts'

const submitted = 'Submitted - Thank you'
const toVerify = 'Verify your bank account'
const returned = 'Your bank returned the payment.'
const methods = '/dashboard?view=payment-methods'

/** Paying from a bank account, and what its bank answers days later, to payers and staff. */
export const bankPaymentWalks: readonly Walk[] = [
  {
    name: 'bank payments, an account that is verified',
    hasStripe: true,
    async go({ page, world, see }) {
      const account = await world.account('owing')
      await enterPayment(page, account)
      await see('enter-payment-bank-errors', async () => {
        await page.getByRole('radio', { name: payMethods.bank }).check()
        await press(page, /^Pay \$/)
        await expect(page.getByText('Enter the account holder name.').first()).toBeVisible()
      })
      await see('enter-payment-bank', async () => await typeBankAccount(page, stripeBanks.pays))
      await see('result-bank-verifying', async () => {
        await press(page, /^Pay \$/)
        await expectResult(page, toVerify)
        await expect(page.getByLabel('Code')).toBeVisible()
      })
      await see('result-bank-wrong-code', async () => {
        await page.getByLabel('Code').fill('SM00ZZ')
        await press(page, 'Verify')
        await expect(page.getByText(wrongDeposit.title, { exact: false })).toBeVisible()
      })
      await see('result-bank-cancel', async () => {
        await press(page, 'Cancel this payment')
        await expect(page.getByRole('alertdialog')).toBeVisible()
      })
      await see('result-bank-canceled', async () => {
        await press(page, 'Cancel payment')
        await expectResult(page, 'Your payment was canceled.')
      })
      await see('result-bank-verifying-amounts', async () => {
        await enterPayment(page, account)
        await page.getByRole('radio', { name: payMethods.bank }).check()
        await typeBankAccount(page, stripeBanks.pays)
        await press(page, /^Pay \$/)
        await expectResult(page, toVerify)
        await world.askForTwoDeposits()
        await page.reload()
        await expect(page.getByLabel('First deposit')).toBeVisible()
      })
    },
  },
  {
    name: 'bank payments, submitted and returned',
    hasStripe: true,
    async go({ page, world, see }) {
      const account = await world.account('owing')
      await see('result-bank-submitted', async () => await payWithoutMoney(page, account))
      const result = page.url()
      await see('enter-payment-bank-on-its-way', async () => {
        await enterPayment(page, account)
        await expect(page.getByText('Nothing is due')).toBeVisible()
      })
      await see('enter-payment-pay-anyway', async () => {
        await press(page, 'Pay ahead')
        await expect(page.getByText(paymentFormTexts.onItsWay)).toBeVisible()
        await expect(page.getByLabel('Pay anyway')).toBeVisible()
      })
      await see('result-bank-returned', async () => {
        await page.goto(result)
        await bankReturns(page, world)
      })
      await payWithoutMoney(page, account)
      await bankReturns(page, world)
      await see('enter-payment-bank-blocked', async () => {
        await enterPayment(page, account)
        await expect(page.getByText(paymentFormTexts.bankBlocked)).toBeVisible()
      })
      const payout = await world.stripe?.payOut()
      await world.reconcile(dateIn('UTC', instantOf((payout?.arrival_date ?? 0) * 1000)))
      await see('exceptions-bank-returned', async () => {
        await openExceptions(page, world, 3)
        await expect(page.getByText(exceptionReasons.bankReturned.name).first()).toBeVisible()
      })
      await see('exceptions-bank-block', async () => {
        await page
          .getByRole('row')
          .filter({ hasText: exceptionReasons.bankReturned.name })
          .getByRole('link')
          .first()
          .click()
        await expect(page.getByRole('button', { name: exceptionActions.allowBank })).toBeVisible()
      })
      await see('exceptions-allow-bank', async () => {
        await press(page, exceptionActions.allowBank)
        await expect(page.getByRole('dialog')).toBeVisible()
      })
      await closeDialog(page)
      await see('console-reports-bank', async () => {
        await page.goto('/admin-dashboard?view=reports&method=Bank account')
        await expect(page.getByRole('cell', { name: payMethods.bank, exact: true }).first()).toBeVisible()
      })
      await see('console-return-rates', async () => {
        await page.getByRole('link', { name: reportPartNames.returnRates }).click()
        await expect(page.getByRole('rowheader', { name: /^Unauthorized/ })).toBeVisible()
      })
      await see('console-payout-bank', async () => {
        await page.getByRole('link', { name: reportPartNames.payouts }).click()
        await page.getByRole('link', { name: payout?.id ?? 'none' }).click()
        await expect(page.getByText(payoutItemKinds.return).first()).toBeVisible()
      })
    },
  },
  {
    name: 'bank payments, a customer',
    hasStripe: true,
    async go({ page, world, see }) {
      const customer = await world.customer('onlyDue')
      await openSignedIn(page, customer, methods)
      await see('payment-methods-add-bank', async () => {
        await press(page, savedMethodTexts.addBank)
        await typeBankAccount(page, stripeBanks.pays)
      })
      await see('payment-methods-bank-unverified', async () => {
        await saveMethod(page, savedMethodTexts.saveBank)
        await expect(page.getByText('Not verified yet')).toBeVisible()
      })
      await see('payment-methods-bank-verify', async () => {
        await press(page, /^Verify/)
        const dialog = page.getByRole('dialog')
        await dialog.getByLabel('Code').fill('SM00ZZ')
        await dialog.getByRole('button', { name: 'Verify' }).click()
        await expect(dialog.getByText(wrongDeposit.title)).toBeVisible()
      })
      await see('payment-methods-bank-saved', async () => {
        const dialog = page.getByRole('dialog')
        await dialog.getByLabel('Code').fill('SM11AA')
        await dialog.getByRole('button', { name: 'Verify' }).click()
        await expect(page.getByText(savedMethodTexts.bankAdded)).toBeVisible()
      })
      await press(page, savedMethodTexts.addBank)
      await chooseBankAccount(page, stripeBanks.noMoney)
      await saveMethod(page, savedMethodTexts.saveBank)
      await see('autopay-form-bank', async () => {
        await press(page, autopayTexts.setUp)
        await page.getByLabel('Payment method').selectOption({ label: 'STRIPE TEST BANK, checking ending in 2227' })
        await expect(page.getByText(/^You authorize .* ending in 2227/)).toBeVisible()
      })
      await see('autopay-bank-on', async () => {
        await page.getByLabel(autopayTexts.agree).check()
        await press(page, autopayTexts.turnOn)
        await expect(page.getByText(autopayTexts.turnedOn)).toBeVisible()
      })
      const { today } = listScheduledPayments.reply.parse(
        await (await page.request.get(new URL(listScheduledPayments.path, page.url()).href)).json(),
      )
      await see('autopay-bank-under-way', async () => {
        await world.letChargeDayCome(customer, today)
        await reloadUntil(page, /^A charge to .* is under way\.$/)
      })
      await see('dashboard-bank-submitted', async () => {
        await page.goto('/dashboard')
        await reloadUntil(page, /^Submitted, bank confirms by /)
      })
      await see('payment-history-bank', async () => {
        const history = await dashboardOn(page).open(customer.account.number, 'Payment History')
        await expect(history.getByText(/^Submitted, bank confirms by /)).toBeVisible()
      })
      await closeDialog(page)
      await see('autopay-bank-returned', async () => {
        await world.stripe?.letBanksAnswer()
        await page.goto(methods)
        await reloadUntil(page, /^The bank did not pay .* once more on /)
      })
      const dashboard = dashboardOn(page)
      await page.getByRole('link', { name: 'Account Summary' }).click()
      await dashboard.makePayment(customer.account.number)
      await see('dashboard-pay-bank', async () => {
        await dashboard.checkOut()
        await page.getByRole('radio', { name: payMethods.bank }).check()
        await expect(page.getByRole('radio', { name: /6789/ })).toBeVisible()
      })
    },
  },
]

/** From an account that has not enough, as its bank says days later. */
async function payWithoutMoney(page: Page, account: Account): Promise<void> {
  await enterPayment(page, account)
  await page.getByRole('radio', { name: payMethods.bank }).check()
  await chooseBankAccount(page, stripeBanks.noMoney)
  await press(page, /^Pay \$/)
  await expectResult(page, submitted)
  await expect(page.getByRole('heading', { name: 'What happens next' })).toBeVisible()
}

async function bankReturns(page: Page, world: World): Promise<void> {
  await world.stripe?.letBanksAnswer()
  await expect(async () => {
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: returned })).toBeVisible({ timeout: 2_000 })
  }).toPass({ timeout: 20_000 })
}

async function reloadUntil(page: Page, shown: RegExp): Promise<void> {
  await expect(async () => {
    await page.reload()
    await expect(page.getByText(shown)).toBeVisible({ timeout: 2_000 })
  }).toPass({ timeout: 20_000 })
}

async function press(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole('button', { name }).click()
}
