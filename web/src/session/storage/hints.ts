import { paths } from '#paths.ts'
import { readStored, writeStored } from './stored.ts'

/**
 * The entries in the browser's storage (C§3, A§3): hints for the interface, shared by the browser's tabs. They grant
 * nothing: the server decides who is who (R5), and a browser that forbids storage merely forgets.
 */
const names = [
  'username',
  'app_version',
  'personId',
  'accountId',
  'accountIds',
  'viewBillURL',
  'baseUrl',
  'forcedLogout',
  'openForgotPass',
  'openForgotUser',
  'openSampleBill',
  'paynow',
  'paymentResult',
  'accountSummary',
  'reload',
  'isAdminLogin',
  'adminusername',
  'level',
  'adminId',
  // The time of the last activity, for the idle logout across all tabs (A§4).
  'lastActivity',
] as const
export type HintName = (typeof names)[number]

/** The version of the hints this app understands (C§4, C§9). */
export const appVersion = '1.0.001'

export function readHint(name: HintName): string | null {
  return readStored('browser', name)
}

/** Stores a hint, or removes it when the value is null. */
export function writeHint(name: HintName, value: string | null): void {
  writeStored('browser', name, value)
}

/** Reads and removes a hint that counts only once, such as `openSampleBill`. */
export function takeHint(name: HintName): string | null {
  const value = readHint(name)
  if (value !== null) writeHint(name, null)
  return value
}

/**
 * Marks that somebody is being logged out against their will (C§4). The tab has a mark of its own, because several tabs
 * may leave at the same moment, and the first at the login page takes the mark they share.
 */
export function markForcedLogout(): void {
  for (const place of ['browser', 'tab'] as const) writeStored(place, 'forcedLogout', 'true')
}

/** Clears the browser's storage (C§4): every hint, including those of payments, and nothing else. */
export function clearHints(): void {
  for (const name of names) {
    writeStored('browser', name, null)
    writeStored('tab', name, null)
  }
}

/**
 * Run on the dashboard's path: clears hints written by another version of the app (C§4) and sets the app's own (C§3).
 */
export function renewHints(): void {
  const version = readHint('app_version')
  if (version !== null && version !== appVersion) clearHints()
  writeHint('app_version', appVersion)
  writeHint('baseUrl', location.origin)
}

/** Remembers the bill to return to after signing in (C§2.10). */
export function rememberViewBill(address: string): void {
  writeHint('viewBillURL', address)
}

/**
 * The path and query to open after signing in (C§2.1): the stored bill if its address is ours, otherwise the dashboard.
 */
export function placeAfterSignIn(viewBill: string | null): string {
  if (viewBill === null || !URL.canParse(viewBill, location.origin)) return paths.dashboard
  const { origin, pathname, search } = new URL(viewBill, location.origin)
  return origin === location.origin && pathname === paths.viewBill ? pathname + search : paths.dashboard
}
