import { consoleTabs } from '@portal/contract/admin-levels'

/** What the console can show: the tabs of A§6, and what the menu in its header leads to. */
export const consoleViews = [...consoleTabs, 'audit-log', 'second-factor', 'own-sessions'] as const
export type ConsoleView = (typeof consoleViews)[number]

/**
 * What `/admin-dashboard` shows. What else stands in the address is for the view to read, such as the filters of
 * Reports.
 */
export interface ConsoleSearch extends Readonly<Record<string, unknown>> {
  /** Without one, the first tab of the administrator's level. */
  readonly view?: ConsoleView | undefined
}

/** Reads `/admin-dashboard?view=reports&…`; without a view that we know, nothing in it means anything. */
export function consoleSearch({ view, ...own }: Record<string, unknown>): ConsoleSearch {
  const known = consoleViews.find((name) => name === view)
  return known ? { view: known, ...own } : {}
}
