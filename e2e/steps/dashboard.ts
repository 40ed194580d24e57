import { type Locator, type Page, expect } from '@playwright/test'
import { accountSummaryTexts } from '@portal/contract/account-summary'
import type { Customer } from '../world/customers.ts'
import { type Checkout, checkoutOn } from './checkout.ts'
import { openSignedIn } from './sign-in.ts'

export interface Dashboard extends Checkout {
  page: Page
  /** 'Your Account Summary'. */
  table: Locator
  row(account: string): Locator
  makePayment(account: string): Promise<void>
  /** Something else of a row: its bill, consumption or payments. */
  open(account: string, what: 'View Bill' | 'View Consumption' | 'Payment History'): Promise<Locator>
  /** A child view, by its address. */
  view(search: string): Promise<void>
}

/** Waits for the account summary of a customer who has signed in. */
export async function openDashboard(page: Page, customer: Customer): Promise<Dashboard> {
  await openSignedIn(page, customer)
  const dashboard = dashboardOn(page)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Welcome, ')
  return dashboard
}

export function dashboardOn(page: Page): Dashboard {
  const dashboard: Dashboard = {
    ...checkoutOn(page),
    page,
    table: page.getByRole('table', { name: accountSummaryTexts.caption }),
    row: (account) => dashboard.table.getByRole('row').filter({ hasText: account }),
    makePayment: (account) =>
      page.getByRole('button', { name: `${accountSummaryTexts.makePayment}, account ${account}`, exact: true }).click(),
    async open(account, what) {
      await dashboard.row(account).getByRole('button', { name: /^More/ }).click()
      await page.getByRole('button', { name: what }).click()
      return page.getByRole('dialog')
    },
    async view(search) {
      await page.goto(`/dashboard?${search}`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    },
  }
  return dashboard
}
