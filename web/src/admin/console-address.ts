import { consoleTabs } from '@portal/contract/admin-levels'

/** The views of the console: the tabs of A§6, and those in the header's menu. */
const consoleViews = [
  ...consoleTabs,
  'audit-log',
  'broadcasts',
  'message-previews',
  'imports',
  'system-status',
  'second-factor',
  'own-sessions',
] as const
export type ConsoleView = (typeof consoleViews)[number]

/**
 * The search parameters of `/admin-dashboard`. All others are read by the view itself, such as the filters of Reports.
 */
interface ConsoleSearch extends Readonly<Record<string, unknown>> {
  /** By default the first tab of the administrator's level. */
  readonly view?: ConsoleView | undefined
}

/** Reads the search parameters of `/admin-dashboard?view=reports&…`; without a known view, all are ignored. */
export function consoleSearch({ view, ...own }: Record<string, unknown>): ConsoleSearch {
  const known = consoleViews.find((name) => name === view)
  return known ? { view: known, ...own } : {}
}
