import { accountSummaryTexts } from '@portal/contract/account-summary-texts'
import { humanCheckTexts } from '@portal/contract/human-check'
import { paymentFormTexts } from '@portal/contract/payment-form'
import { payNowTexts } from '@portal/contract/pay-now'
import { type Locator, type Page, expect } from '@playwright/test'
import { type CardForm, cardFormOn } from './card-form.ts'
import { openSignedIn } from './sign-in.ts'
import type { Customer } from './world/customers.ts'

/** The dashboard as a customer uses it. */
export interface Dashboard extends CardForm {
  page: Page
  /** 'Your Account Summary'. */
  table: Locator
  row(account: string): Locator
  makePayment(account: string): Promise<void>
  /** The field of a ticked account. */
  amount(account: string): Locator
  /** Types an amount as people do: its digits fill from the right. */
  typeAmount(account: string, amount: string): Promise<void>
  verifyButton: Locator
  checkOutButton: Locator
  payButton: Locator
  /** Solves the human verification in its dialog. */
  verify(): Promise<void>
  /** Opens what a row has besides paying. */
  open(account: string, what: 'View Bill' | 'View Consumption' | 'Payment History'): Promise<Locator>
  /** Goes to a child view by its address. */
  view(search: string): Promise<void>
}

/** Opens the dashboard as a customer who has signed in, and waits for the account summary. */
export async function openDashboard(page: Page, customer: Customer): Promise<Dashboard> {
  await openSignedIn(page, customer)
  const dashboard = dashboardOn(page)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Welcome, ')
  return dashboard
}

/** The dashboard that is open in the page. */
export function dashboardOn(page: Page): Dashboard {
  const button = (name: string | RegExp): Locator => page.getByRole('button', { name, exact: true })
  const dashboard: Dashboard = {
    ...cardFormOn(page),
    page,
    table: page.getByRole('table', { name: accountSummaryTexts.caption }),
    row: (account) => dashboard.table.getByRole('row').filter({ hasText: account }),
    makePayment: (account) => button(`${accountSummaryTexts.makePayment}, account ${account}`).click(),
    amount: (account) => page.getByRole('textbox', { name: new RegExp(account) }),
    async typeAmount(account, amount) {
      await dashboard.amount(account).press('ControlOrMeta+a')
      await dashboard.amount(account).pressSequentially(amount.replace(/\D/g, ''))
    },
    verifyButton: button(humanCheckTexts.verify),
    checkOutButton: button(paymentFormTexts.checkOut),
    payButton: button(payNowTexts.pay),
    async verify() {
      await dashboard.verifyButton.click()
      await button(humanCheckTexts.confirm).click()
      await expect(page.getByRole('dialog')).toBeHidden()
      await expect(dashboard.checkOutButton).toBeFocused()
    },
    async open(account, what) {
      await dashboard.row(account).getByRole('button', { name: /^More/ }).click()
      await page
        .getByRole('button', { name: what })
        .or(page.getByRole('menuitem', { name: what }))
        .click()
      return page.getByRole('dialog')
    },
    async view(search) {
      await page.goto(`/dashboard?${search}`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    },
  }
  return dashboard
}
