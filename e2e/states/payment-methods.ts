import { expect, type Locator, type Page } from '@playwright/test'
import { reportPartNames } from '@portal/contract/admin-levels'
import { reasonInWords } from '@portal/contract/autopay-reasons'
import { autopayRunTexts } from '@portal/contract/autopay-run'
import { autopayTexts } from '@portal/contract/autopay-texts'
import { dateIn, daysAfter, instantOf } from '@portal/contract/dates'
import { paymentFilesTexts } from '@portal/contract/payment-files'
import { paymentTexts } from '@portal/contract/payments'
import { payoutsTexts } from '@portal/contract/payouts'
import { savedMethodTexts } from '@portal/contract/saved-methods'
import { listScheduledPayments, scheduledPaymentTexts, scheduledStateTexts } from '@portal/contract/scheduled-payments'
import { saveMethod, stripeCards, typeCard } from '../browser/stripe.ts'
import { openConsole } from '../steps/console.ts'
import { dashboardOn } from '../steps/dashboard.ts'
import { enterPayment } from '../steps/pay-now.ts'
import { expectResult } from '../steps/payment.ts'
import { openSignedIn } from '../steps/sign-in.ts'
import { closeDialog, type Walk } from './walk.ts'

const address = '/dashboard?view=payment-methods'

/** Payment methods and AutoPay, where the gateway keeps cards. */
export const paymentMethodsWalks: readonly Walk[] = [
  {
    name: 'payment methods and AutoPay',
    hasStripe: true,
    async go({ page, world, see }) {
      const customer = await world.customer('onlyDue')
      await see('payment-methods-none', async () => {
        await openSignedIn(page, customer, address)
        await expect(page.getByText(savedMethodTexts.none)).toBeVisible()
      })
      await see('payment-methods-add', async () => {
        await press(page, autopayTexts.setUp)
        await typeCard(page, stripeCards.good)
      })
      await see('autopay-form', async () => {
        await page.getByRole('button', { name: savedMethodTexts.save }).press('Enter')
        await expect(page.getByText('We start these payments')).toBeVisible()
      })
      await see('autopay-form-errors', async () => {
        await page.getByLabel('When to charge').selectOption('daysBefore')
        await press(page, autopayTexts.turnOn)
        await expect(page.getByText(autopayTexts.wrongDay).first()).toBeVisible()
      })
      await see('autopay-on', async () => {
        await page.getByLabel('When to charge').selectOption('dueDate')
        await page.getByLabel(autopayTexts.agree).check()
        await press(page, autopayTexts.turnOn)
        await expect(page.getByText(autopayTexts.turnedOn)).toBeVisible()
      })
      await see('autopay-agreed', async () => {
        await press(page, /^What I agreed to/)
        await expect(page.getByRole('dialog')).toContainText('We start these payments')
      })
      await closeDialog(page)
      await see('autopay-card-in-use', async () => {
        await press(page, /^Remove ?: Visa ending in 4242$/)
        await expect(page.getByRole('alertdialog')).toContainText('uses this card')
      })
      await see('autopay-paused', async () => {
        await page.getByRole('alertdialog').getByRole('button', { name: savedMethodTexts.remove }).click()
        await expect(page.getByText(autopayTexts.isPaused)).toBeVisible()
      })
      await see('dashboard-autopay-paused', async () => {
        await page.getByRole('link', { name: 'Account Summary' }).click()
        await expect(page.getByText(/^AutoPay is paused for account/)).toBeVisible()
      })
    },
  },
  {
    name: 'scheduled payments, and the run that charges them',
    hasStripe: true,
    async go({ page, world, see }) {
      const customer = await world.customer('onlyDue')
      await openSignedIn(page, customer, address)
      await press(page, savedMethodTexts.add)
      await typeCard(page, stripeCards.good)
      await saveMethod(page)
      await see('scheduled-payments-none', async () => {
        await expect(page.getByText(scheduledPaymentTexts.noneHint)).toBeVisible()
      })
      const { today } = listScheduledPayments.reply.parse(
        await (await page.request.get(new URL(listScheduledPayments.path, page.url()).href)).json(),
      )
      await see('scheduled-payments-form', async () => {
        await press(page, scheduledPaymentTexts.schedule)
        await page.getByRole('dialog').getByLabel(scheduledPaymentTexts.date).fill(daysAfter(today, 9))
      })
      await closeDialog(page)
      const dashboard = dashboardOn(page)
      await page.getByRole('link', { name: 'Account Summary' }).click()
      await dashboard.makePayment(customer.account.number)
      await dashboard.typeAmount(customer.account.number, '12.34')
      const form = await dashboard.checkOut()
      await see('pay-later-errors', async () => {
        await form.getByRole('radio', { name: scheduledPaymentTexts.payLater }).check()
        await form.getByRole('button', { name: scheduledPaymentTexts.scheduleThis }).click()
        await expect(form.getByText(scheduledPaymentTexts.dateInvalid).first()).toBeVisible()
      })
      await see('pay-later', async () => {
        await form.getByLabel(scheduledPaymentTexts.date).fill(daysAfter(today, 10))
        await expect(form.getByText(/^On .* we will charge \$12\.34 to Visa ending in 4242\.$/)).toBeVisible()
      })
      await see('pay-later-done', async () => {
        await form.getByRole('button', { name: scheduledPaymentTexts.scheduleThis }).click()
        await expect(page.getByRole('dialog', { name: scheduledPaymentTexts.isScheduled })).toBeVisible()
      })
      await page.getByRole('link', { name: scheduledPaymentTexts.see }).click()
      const section = page.getByRole('region', { name: scheduledPaymentTexts.title })
      await see('scheduled-payments-some', async () => {
        await expect(section.getByRole('heading', { name: /\$12\.34$/ })).toBeVisible()
      })
      await see('scheduled-payments-changed', async () => {
        await section.getByRole('button', { name: /^Change/ }).click()
        await page.getByRole('dialog').getByLabel(scheduledPaymentTexts.date).fill(daysAfter(today, 12))
        await page.getByRole('dialog').getByRole('button', { name: scheduledPaymentTexts.save }).click()
        await expect(section.getByText(scheduledPaymentTexts.changed)).toBeVisible()
      })
      await world.switchAutoPay('off')
      try {
        await see('scheduled-payments-late', async () => {
          await world.letChargeDayCome(customer, today)
          await reloadUntil(page, section.getByText(scheduledStateTexts.late, { exact: true }))
        })
        await openConsole(page, world, 3, 'reports')
        await see('console-autopay-run', async () => {
          await page.goto('/admin-dashboard?view=reports&part=autopay')
          await expect(page.getByText(autopayRunTexts.stoppedMeans)).toBeVisible()
        })
        await see('console-autopay-held', async () => {
          await page
            .getByRole('link', { name: new RegExp(`^${autopayRunTexts.show} ?: ${reasonInWords('run_stopped').name}`) })
            .click()
          await expect(page.getByRole('rowheader', { name: customer.account.number })).toBeVisible()
        })
      } finally {
        await world.switchAutoPay('on')
      }
    },
  },
  {
    name: 'a scheduled payment that the bank declines',
    hasStripe: true,
    async go({ page, world, see }) {
      const customer = await world.customer('onlyDue')
      await openSignedIn(page, customer, address)
      await press(page, savedMethodTexts.add)
      await typeCard(page, stripeCards.declinedOnceSaved)
      await saveMethod(page)
      const { today } = listScheduledPayments.reply.parse(
        await (await page.request.get(new URL(listScheduledPayments.path, page.url()).href)).json(),
      )
      const section = page.getByRole('region', { name: scheduledPaymentTexts.title })
      await press(page, scheduledPaymentTexts.schedule)
      await page.getByRole('dialog').getByLabel(scheduledPaymentTexts.date).fill(daysAfter(today, 9))
      await page.getByRole('dialog').getByRole('button', { name: scheduledPaymentTexts.scheduleThis }).click()
      await expect(section.getByText(scheduledPaymentTexts.scheduled)).toBeVisible()
      await see('scheduled-payments-declined', async () => {
        await world.letChargeDayCome(customer, today)
        await reloadUntil(page, section.getByText(scheduledStateTexts.failed, { exact: true }))
      })
    },
  },
  {
    name: 'the console, payment files',
    hasStripe: true,
    async go({ page, world, see }) {
      const wizard = await enterPayment(page, await world.account('owing'))
      await typeCard(page, stripeCards.good)
      await wizard.pay()
      await expectResult(page, paymentTexts.approved)
      await world.exportPayments()
      await openConsole(page, world, 3, 'reports')
      await see('console-payment-files', async () => {
        await page.getByRole('link', { name: reportPartNames.paymentFiles }).click()
        await expect(page.getByText(paymentFilesTexts.noneByHand)).toBeVisible()
        await expect(page.getByRole('link', { name: /^lockbox-/ }).first()).toBeVisible()
      })
      await see('console-payment-file-loaded', async () => {
        await page.getByRole('button', { name: paymentFilesTexts.markLoaded }).first().click()
        await expect(page.getByRole('dialog').getByText(paymentFilesTexts.loadedQuestion)).toBeVisible()
      })
    },
  },
  {
    name: 'the console, payouts',
    hasStripe: true,
    async go({ page, world, see }) {
      const wizard = await enterPayment(page, await world.account('owing'))
      await typeCard(page, stripeCards.good)
      await wizard.pay()
      await expectResult(page, paymentTexts.approved)
      const payout = await world.stripe?.payOut()
      await world.reconcile(dateIn('UTC', instantOf((payout?.arrival_date ?? 0) * 1000)))
      await openConsole(page, world, 3, 'reports')
      await see('console-payouts', async () => {
        await page.getByRole('link', { name: reportPartNames.payouts }).click()
        await expect(page.getByRole('link', { name: payout?.id ?? 'none' })).toBeVisible()
      })
      await see('console-payout', async () => {
        await page.getByRole('link', { name: payout?.id ?? 'none' }).click()
        await expect(page.getByRole('table', { name: payoutsTexts.items })).toBeVisible()
      })
      await see('console-fees-and-costs', async () => {
        await page.getByRole('link', { name: reportPartNames.fees }).click()
        await expect(page.getByRole('row', { name: /, Card Card / })).toContainText(/\d% of payments/)
      })
    },
  },
]

/** Once the run has come by. */
async function reloadUntil(page: Page, shown: Locator): Promise<void> {
  await expect(async () => {
    await page.goto(address)
    await expect(shown).toBeVisible({ timeout: 1_000 })
  }).toPass()
}

async function press(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole('button', { name }).click()
}
