import { type Page, expect } from '@playwright/test'
import { accountSummaryTexts, mostReloads, payAll } from '@portal/contract/account-summary'
import { cardMessages } from '@portal/contract/card'
import { helpTexts } from '@portal/contract/help-and-support'
import { popupTitles } from '@portal/contract/page-words'
import { paymentFormTexts } from '@portal/contract/payments'
import { surveyTexts } from '@portal/contract/survey'
import { openDashboard } from '../steps/dashboard.ts'
import { openSignedIn } from '../steps/sign-in.ts'
import { closeDialog, type Walk } from './walk.ts'

export const dashboardWalks: readonly Walk[] = [
  {
    name: 'the account summary',
    async go({ page, world, see }) {
      const customer = await world.customer('oneOfSeveral')
      const { number } = customer.account
      const all = page.getByRole('checkbox', { name: payAll })
      const dashboard = await see('dashboard', async () => {
        const opened = await openDashboard(page, customer)
        await expect(page.getByRole('heading', { name: 'Account Information' })).toBeVisible()
        return opened
      })
      await see('dashboard-row-menu', async () => {
        await page.getByRole('button', { name: /^More/ }).first().click()
        await expect(page.getByText(accountSummaryTexts.viewConsumption)).toBeVisible()
      })
      await page.keyboard.press('Escape')
      await see('dashboard-bills-of-row', async () => {
        const dialog = await dashboard.open(number, 'View Bill')
        await expect(dialog.getByRole('table')).toBeVisible()
      })
      await closeDialog(page)
      await see('dashboard-consumption-of-row', async () => {
        const dialog = await dashboard.open(number, 'View Consumption')
        await expect(dialog.getByRole('img')).toBeVisible()
      })
      await closeDialog(page)
      await see('dashboard-history-of-row', async () => {
        const dialog = await dashboard.open(number, 'Payment History')
        await expect(dialog.getByRole('table')).toBeVisible()
      })
      await closeDialog(page)
      await see('dashboard-ticked', async () => {
        await all.click()
        await expect(dashboard.checkOutButton).toBeVisible()
      })
      await all.click()
      await see('dashboard-nothing-chosen', async () => {
        await dashboard.makePayment(number)
        await dashboard.typeAmount(number, '0')
        await dashboard.checkOutButton.click()
        await expect(page.getByRole('alertdialog', { name: popupTitles.warning })).toBeVisible()
      })
      await closeDialog(page)
      await see('dashboard-check-out', async () => {
        await dashboard.typeAmount(number, '12.34')
        await dashboard.checkOutButton.click()
        await expect(page.getByText(paymentFormTexts.payWithCard)).toBeVisible()
      })
      await see('dashboard-check-out-errors', async () => {
        await dashboard.payButton.click()
        await expect(page.getByText(cardMessages.holder).first()).toBeVisible()
      })
    },
  },
  {
    name: 'the account summary of one account',
    async go({ page, world, see }) {
      const customer = await world.customer('onlyDue')
      await see('dashboard-one', async () => {
        await openDashboard(page, customer)
        await expect(page.getByRole('heading', { name: 'Account Information' })).toBeVisible()
      })
      await see('dashboard-many', async () => {
        // The accounts of a session are those of its sign-in.
        const landlord = await world.customer()
        await world.holdMore(landlord, 30)
        await openDashboard(page, landlord)
        await expect(page.getByText(accountSummaryTexts.allRetrieved)).toBeVisible()
      })
      await see('dashboard-many-past-due', async () => {
        await page.getByRole('radio', { name: /^Past due/ }).check()
        await expect(page.getByText(/^Showing \d+ of/)).toBeHidden()
      })
      await page.getByRole('radio', { name: /^All/ }).check()
      await see('dashboard-many-ticked', async () => {
        await page.getByRole('checkbox', { name: payAll }).click()
        await expect(page.getByText(/^\d+ selected/)).toBeVisible()
      })
    },
  },
  {
    name: 'the first card of the dashboard',
    async go({ page, world, see }) {
      const states = {
        'past-due': 'onlyPastDue',
        paid: 'onlyPaid',
        'in-credit': 'onlyInCredit',
        closed: 'onlyClosed',
      } as const
      for (const [state, need] of Object.entries(states)) {
        const customer = await world.customer(need)
        await see(`dashboard-one-${state}`, async () => {
          await openDashboard(page, customer)
          await expect(page.getByRole('heading', { name: 'Account Information' })).toBeVisible()
        })
      }
    },
  },
  {
    name: 'the account summary in trouble',
    async go({ page, world, see }) {
      const customer = await world.customer('oneOfSeveral')
      const goOn = await world.stopBilling()
      await see(
        'dashboard-gaps',
        async () => {
          await openSignedIn(page, customer)
          await expect(page.getByText('We couldn’t load some of your accounts.')).toBeVisible()
        },
        goOn,
      )
      const giveBack = await world.takeBillsAway()
      await see(
        'dashboard-not-loaded',
        async () => {
          // As if the page had already reloaded itself the maximum number of times.
          await page.evaluate((reloads) => sessionStorage.setItem('reload', reloads), String(mostReloads))
          await page.reload()
          await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
        },
        giveBack,
      )
      await see('dashboard-without-account', async () => {
        await world.loseAccounts(customer)
        await openSignedIn(page, customer)
        await expect(page.getByText(accountSummaryTexts.noData)).toBeVisible()
      })
    },
  },
  {
    name: 'the views of the dashboard',
    async go({ page, world, see }) {
      const navigation = page.getByRole('navigation', { name: 'Dashboard' })
      await see('account-info', async () => {
        await openSignedIn(page, await world.customer(), '/dashboard?view=account')
        await expectView(page, 'Account info', 'img')
      })
      await see('my-bills', async () => {
        await navigation.getByRole('link', { name: 'My Bills' }).click()
        await expectView(page, 'My Bills', 'table')
      })
      await see('usage', async () => {
        await navigation.getByRole('link', { name: 'Usage' }).click()
        await expectView(page, 'Usage', 'img')
      })
      await see('survey', async () => {
        await navigation.getByRole('link', { name: 'Survey' }).click()
        await expectView(page, 'Survey', 'radio')
      })
      await see('survey-errors', async () => {
        await page.getByRole('button', { name: 'Submit' }).click()
        await expect(page.getByText(surveyTexts.required).first()).toBeVisible()
      })
      await see('news', async () => {
        await navigation.getByRole('link', { name: 'News' }).click()
        await expectView(page, 'News', 'list')
      })
      await see('help-and-support', async () => {
        await navigation.getByRole('link', { name: 'Help & Support' }).click()
        await expectView(page, 'Help & Support', 'combobox')
      })
      await see('help-and-support-submitted', async () => {
        await page.getByLabel(/^Message/).fill('My water is brown since Monday.')
        await page.getByRole('button', { name: 'Submit' }).click()
        await expect(page.getByText(helpTexts.submitted)).toBeVisible()
      })
    },
  },
]

/** With one of these elements in it. */
async function expectView(
  page: Page,
  heading: string,
  shows: 'img' | 'table' | 'combobox' | 'radio' | 'list',
): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
  await expect(page.getByRole('main').getByRole(shows).first()).toBeVisible()
}
