import { accountSummaryTexts } from '@portal/contract/account-summary-texts'
import { cardMessages } from '@portal/contract/card'
import { humanCheckTexts } from '@portal/contract/human-check'
import { paymentFormTexts } from '@portal/contract/payment-form'
import { popupTitles } from '@portal/contract/popup'
import { surveyTexts } from '@portal/contract/survey-texts'
import { helpTexts } from '@portal/contract/help-and-support-texts'
import { type Page, expect } from '@playwright/test'
import { type Dashboard, openDashboard } from './dashboard.ts'
import { openSignedIn } from './sign-in.ts'
import type { State } from './state.ts'
import type { World } from './world/world.ts'

/** Every state of the dashboard. */
export const dashboardStates: readonly State[] = [
  { name: 'dashboard', reach: async (page, world) => void (await several(page, world)) },
  {
    name: 'dashboard-ticked',
    async reach(page, world) {
      const dashboard = await several(page, world)
      await page.getByRole('checkbox', { name: 'Pay all accounts' }).check()
      await expect(dashboard.verifyButton).toBeVisible()
    },
  },
  {
    name: 'dashboard-row-menu',
    async reach(page, world) {
      await several(page, world)
      await page.getByRole('button', { name: /^More/ }).first().click()
      await expect(page.getByText(accountSummaryTexts.viewConsumption)).toBeVisible()
    },
  },
  {
    name: 'dashboard-nothing-chosen',
    async reach(page, world) {
      await (await several(page, world)).verifyButton.click()
      await expect(page.getByRole('alertdialog', { name: popupTitles.warning })).toBeVisible()
    },
  },
  {
    name: 'dashboard-without-account',
    async reach(page, world) {
      const customer = await world.customer()
      await world.loseAccounts(customer)
      await openSignedIn(page, customer)
      await expect(page.getByText(accountSummaryTexts.noData)).toBeVisible()
    },
  },
  {
    name: 'dashboard-gaps',
    async reach(page, world) {
      const customer = await world.customer('oneOfSeveral')
      const goOn = await world.stopBilling()
      await openSignedIn(page, customer)
      await expect(page.getByText('Some of your accounts could not be looked up just now.')).toBeVisible()
      return goOn
    },
  },
  {
    name: 'dashboard-not-loaded',
    async reach(page, world) {
      const customer = await world.customer()
      const giveBack = await world.takeBillsAway()
      await openSignedIn(page, customer)
      await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
      return giveBack
    },
  },
  {
    name: 'dashboard-bills-of-row',
    async reach(page, world) {
      const customer = await world.customer()
      const dialog = await (await openDashboard(page, customer)).open(customer.account.number, 'View Bill')
      await expect(dialog.getByRole('table')).toBeVisible()
    },
  },
  {
    name: 'dashboard-consumption-of-row',
    async reach(page, world) {
      const customer = await world.customer()
      const dialog = await (await openDashboard(page, customer)).open(customer.account.number, 'View Consumption')
      await expect(dialog.getByRole('img')).toBeVisible()
    },
  },
  {
    name: 'dashboard-history-of-row',
    async reach(page, world) {
      const customer = await world.customer()
      const dialog = await (await openDashboard(page, customer)).open(customer.account.number, 'Payment History')
      await expect(dialog.getByRole('table')).toBeVisible()
    },
  },
  {
    name: 'dashboard-verify',
    async reach(page, world) {
      const dashboard = await oneToPay(page, world)
      await dashboard.verifyButton.click()
      await expect(page.getByRole('dialog', { name: humanCheckTexts.title })).toBeVisible()
    },
  },
  {
    name: 'dashboard-check-out',
    async reach(page, world) {
      const dashboard = await oneToPay(page, world)
      await dashboard.verify()
      await dashboard.checkOutButton.click()
      await expect(page.getByText(paymentFormTexts.payWithCard)).toBeVisible()
    },
  },
  {
    name: 'dashboard-check-out-errors',
    async reach(page, world) {
      const dashboard = await oneToPay(page, world)
      await dashboard.verify()
      await dashboard.checkOutButton.click()
      await dashboard.payButton.click()
      await expect(page.getByText(cardMessages.holder).first()).toBeVisible()
    },
  },
  { name: 'account-info', reach: async (page, world) => await view(page, world, 'view=account', 'img') },
  { name: 'my-bills', reach: async (page, world) => await view(page, world, 'view=bills', 'table') },
  { name: 'survey', reach: async (page, world) => await view(page, world, 'view=survey', 'combobox') },
  {
    name: 'survey-errors',
    async reach(page, world) {
      await view(page, world, 'view=survey', 'combobox')
      await page.getByRole('button', { name: 'Submit' }).click()
      await expect(page.getByText(surveyTexts.required).first()).toBeVisible()
    },
  },
  { name: 'news', reach: async (page, world) => await view(page, world, 'view=news', 'list') },
  { name: 'help-and-support', reach: async (page, world) => await view(page, world, 'view=help', 'combobox') },
  {
    name: 'help-and-support-submitted',
    async reach(page, world) {
      await view(page, world, 'view=help', 'combobox')
      await page.getByLabel(/^Message/).fill('My water is brown since Monday.')
      await page.getByRole('button', { name: 'Submit' }).click()
      await expect(page.getByText(helpTexts.submitted)).toBeVisible()
    },
  },
]

async function several(page: Page, world: World): Promise<Dashboard> {
  const dashboard = await openDashboard(page, await world.customer('oneOfSeveral'))
  await expect(page.getByRole('heading', { name: 'Account Information' })).toBeVisible()
  return dashboard
}

async function oneToPay(page: Page, world: World): Promise<Dashboard> {
  const customer = await world.customer('billedToPerson')
  const dashboard = await openDashboard(page, customer)
  await dashboard.makePayment(customer.account.number)
  await dashboard.typeAmount(customer.account.number, '12.34')
  return dashboard
}

async function view(
  page: Page,
  world: World,
  search: string,
  shows: 'img' | 'table' | 'combobox' | 'list',
): Promise<void> {
  await (await openDashboard(page, await world.customer())).view(search)
  await expect(page.getByRole('main').getByRole(shows).first()).toBeVisible()
}
