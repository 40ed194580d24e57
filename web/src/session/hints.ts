import { pagePaths } from '@portal/contract/paths'

/**
 * The browser storage of C§3 and A§3: hints for the interface, shared by the browser's tabs. Nothing here is a right;
 * the server decides who is who (R5), and a browser that forbids storage merely forgets.
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
  // When somebody last did something here, for the idle logout of every tab (A§4).
  'lastActivity',
] as const
export type HintName = (typeof names)[number]

/** The version of the app whose hints are understood (C§4, C§9). */
export const appVersion = '1.0.001'

const storages = [() => localStorage, () => sessionStorage] as const

export function readHint(name: HintName): string | null {
  try {
    return localStorage.getItem(name)
  } catch {
    return null
  }
}

/** Stores a hint, or forgets it when the value is null. */
export function writeHint(name: HintName, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(name)
    else localStorage.setItem(name, value)
  } catch {
    // Storage is forbidden or full: the page does without.
  }
}

/** Reads a marker that counts once, such as `forcedLogout`, and forgets it. */
export function takeHint(name: HintName): string | null {
  const value = readHint(name)
  if (value !== null) writeHint(name, null)
  return value
}

/** Clears the browser's storage (C§4): every hint, also those of payments, and nothing that is not a hint. */
export function clearHints(): void {
  for (const storage of storages) {
    try {
      for (const name of names) storage().removeItem(name)
    } catch {
      // Forbidden storage has nothing in it.
    }
  }
}

/** On the dashboard's path: hints that another version of the app wrote are cleared (C§4), and ours are left (C§3). */
export function renewHints(): void {
  const version = readHint('app_version')
  if (version !== null && version !== appVersion) clearHints()
  writeHint('app_version', appVersion)
  writeHint('baseUrl', location.origin)
}

/** Remembers the bill to go back to after signing in (C§2.10). */
export function rememberViewBill(address: string): void {
  writeHint('viewBillURL', address)
}

/** Where signing in leads (C§2.1): the stored bill if it is one of our own, else the dashboard. Path and query. */
export function placeAfterSignIn(viewBill: string | null): string {
  if (viewBill === null || !URL.canParse(viewBill, location.origin)) return pagePaths.dashboard
  const { origin, pathname, search } = new URL(viewBill, location.origin)
  return origin === location.origin && pathname === '/view-bill' ? pathname + search : pagePaths.dashboard
}
