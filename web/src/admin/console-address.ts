import { consoleTabs } from '@portal/contract/admin-levels'

/** What the console can show: the tabs of A§6, and what the menu in its header leads to. */
export const consoleViews = [...consoleTabs, 'audit-log', 'second-factor'] as const
export type ConsoleView = (typeof consoleViews)[number]

/** What `/admin-dashboard` shows. */
export interface ConsoleSearch {
  /** Without one, the first tab of the administrator's level. */
  readonly view?: ConsoleView | undefined
}

/** Reads `/admin-dashboard?view=reports`; anything else in it is ignored. */
export function consoleSearch({ view }: Record<string, unknown>): ConsoleSearch {
  const known = consoleViews.find((name) => name === view)
  return known ? { view: known } : {}
}
