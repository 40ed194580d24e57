import { isAccountNumber } from '@portal/contract/account-shape'
import type { BillingPart } from '@portal/contract/billing-data'

/** The child views of the dashboard (C§2.5); without one it shows the account summary. */
const dashboardViews = [
  'account',
  'edit',
  'bills',
  'usage',
  'survey',
  'news',
  'help',
  'payment-methods',
  'notifications',
] as const
export type DashboardView = (typeof dashboardViews)[number]

/** Views with nothing else to show. */
const needs: Partial<Record<DashboardView, BillingPart>> = { usage: 'usage', bills: 'bills' }

/** Whether the data have what a view shows. */
export function isViewThere(view: DashboardView | undefined, lacks: readonly BillingPart[]): boolean {
  const needed = view && needs[view]
  return needed === undefined || !lacks.includes(needed)
}

/** The search parameters of `/dashboard`. */
export interface DashboardSearch {
  readonly view?: DashboardView | undefined
  /** The account shown by views of a single account; the first by default. */
  readonly account?: string | undefined
  /** In cents, and a saved card, to pay that account with: an email about a charge that needs its payer. */
  readonly amount?: number | undefined
  readonly card?: number | undefined
  /** The page of My Bills, from 2; omitted for the first. */
  readonly page?: number | undefined
  /** Shortens the time until idle customers are asked whether they are still there (C§4). */
  readonly session?: true | undefined
}

/** Reads the search parameters of `/dashboard?view=bills&account=…&page=2`; all others are ignored. */
export function dashboardSearch({
  view,
  account,
  amount,
  card,
  page,
  session,
}: Record<string, unknown>): DashboardSearch {
  const known = dashboardViews.find((name) => name === view)
  const number = typeof account === 'number' ? String(account) : account
  return {
    ...(known ? { view: known } : {}),
    ...(typeof number === 'string' && isAccountNumber(number) ? { account: number } : {}),
    ...(isPositive(amount) ? { amount } : {}),
    ...(isPositive(card) ? { card } : {}),
    ...(typeof page === 'number' && Number.isInteger(page) && page > 1 && page <= 10_000 ? { page } : {}),
    ...(session === true ? { session: true } : {}),
  }
}

function isPositive(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) > 0
}
