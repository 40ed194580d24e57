import { consoleTabs } from '@portal/contract/admin-levels'
import { pagePaths } from '@portal/contract/paths'
import type { Portal } from './start-portal.ts'

/** A page to look at, as somebody. */
export interface Page {
  /** As the table names it: its path, and what tells it from others of the same path. */
  name: string
  address: string
  /** Sent as `Cookie`; nobody has signed in without. */
  cookie?: string
}

const customerViews = ['account', 'bills', 'edit', 'survey', 'news', 'help']
const consoleViews = [...consoleTabs, 'audit-log', 'second-factor']

/** Every page of the portal that has content of its own, and every view of the two that have views. */
export function pagesOf({ address, cookies, bill }: Portal): Page[] {
  const { home, dashboard, adminDashboard, backdoorLogin, viewBill, setPassword, ...open } = pagePaths
  const page = (name: string, path: string, cookie?: string): Page => ({
    name,
    address: address + path,
    ...(cookie && { cookie }),
  })
  return [
    page(home, home),
    ...Object.values(open).map((path) => page(path, path)),
    page(setPassword, `${setPassword}#not-the-secret-of-a-letter`),
    page(viewBill, bill, cookies.home),
    page(`${viewBill}, expired`, viewBill),
    page(`${dashboard}, one account`, dashboard, cookies.home),
    page(`${dashboard}, several accounts`, dashboard, cookies.family),
    ...customerViews.map((view) => page(`${dashboard}, ${view}`, `${dashboard}?view=${view}`, cookies.home)),
    ...consoleViews.map((view) =>
      page(`${adminDashboard}, ${view}`, `${adminDashboard}?view=${view}`, cookies.administrator),
    ),
    page(backdoorLogin, backdoorLogin, cookies.administrator),
  ]
}
