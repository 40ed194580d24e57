/** The child views of the dashboard (C§2.5); without one it shows the account summary. */
export const dashboardViews = ['account', 'edit', 'bills', 'survey', 'news', 'help'] as const
export type DashboardView = (typeof dashboardViews)[number]

/** What `/dashboard` shows. */
export interface DashboardSearch {
  readonly view?: DashboardView | undefined
  /** The account that the views of one account are about; without it, the first. */
  readonly account?: string | undefined
  /** The page of My Bills, from 2; the first one is not written out. */
  readonly page?: number | undefined
  /** Asks idle customers early whether they are still there (C§4). */
  readonly session?: true | undefined
}

/** Reads `/dashboard?view=bills&account=…&page=2`; anything else in it is ignored. */
export function dashboardSearch({ view, account, page, session }: Record<string, unknown>): DashboardSearch {
  const known = dashboardViews.find((name) => name === view)
  const number = typeof account === 'number' ? String(account) : account
  return {
    ...(known ? { view: known } : {}),
    ...(typeof number === 'string' && /^\d{10}$/.test(number) ? { account: number } : {}),
    ...(typeof page === 'number' && Number.isInteger(page) && page > 1 && page <= 10_000 ? { page } : {}),
    ...(session === true ? { session: true } : {}),
  }
}
