import type { PremiseOfPerson } from '@portal/contract/sign-in'
import { useEffect, useState } from 'react'
import { paths } from '#paths.ts'

/** Hints for the interface (C§3, A§3), shared by tabs. They grant nothing: the server decides who is who (R5). */
export type HintName =
  | 'username'
  | 'app_version'
  | 'personId'
  | 'accountId'
  | 'accountIds'
  | 'viewBillURL'
  | 'baseUrl'
  | 'forcedLogout'
  | 'openForgotPass'
  | 'openForgotUser'
  | 'openSampleBill'
  | 'isAdminLogin'
  | 'adminusername'
  | 'level'
  | 'adminId'
  // The time of the last activity, for the idle logout across all tabs (A§4).
  | 'lastActivity'

/** The version of the hints this app understands (C§4, C§9). */
export const appVersion = '1.0.001'

export function readHint(name: HintName): string | null {
  return readStored('browser', name)
}

/** Null removes it. */
export function writeHint(name: HintName, value: string | null): void {
  writeStored('browser', name, value)
}

/** For a hint that counts only once, such as `openSampleBill`. */
export function takeHint(name: HintName): string | null {
  const value = readHint(name)
  if (value !== null) writeHint(name, null)
  return value
}

/** C§4. The tab has its own mark: several may leave at once, and the first at the login page takes the shared one. */
export function markForcedLogout(): void {
  for (const place of ['browser', 'tab'] as const) writeStored(place, 'forcedLogout', 'true')
}

/** The tab's key of a payment whose outcome is not known yet; it outlives every clearing, to be asked for (R19). */
export const paymentInFlightKey = 'paymentInFlight'

/** C§2.1, C§4, A§4. The tab keeps a payment in flight, and these. */
export function clearStorage(kept: readonly string[] = []): void {
  clearStored('browser')
  clearStored('tab', [paymentInFlightKey, ...kept])
}

/** C§3, as the server says. */
export function keepPersonHints({ username, personId }: { username: string; personId: string }): void {
  writeHint('username', username)
  writeHint('personId', personId)
}

/** C§3: a single account, or the list of several. */
export function keepAccountHints(accounts: readonly PremiseOfPerson[]): void {
  const [only, ...others] = accounts
  const isSingle = only !== undefined && others.length === 0
  writeHint('accountId', isSingle ? JSON.stringify(only) : null)
  writeHint('accountIds', isSingle ? null : JSON.stringify(accounts))
}

/** A§3, as the server says. */
export function keepAdminHints({ id, username, level }: { id: number; username: string; level: number }): void {
  writeHint('isAdminLogin', 'true')
  writeHint('adminusername', username)
  writeHint('level', String(level))
  writeHint('adminId', String(id))
}

/** Without `isAdminLogin` the console is closed (A§4). A browser that forbids storage cannot say so. */
export function isAdminMarked(): boolean {
  writeHint('baseUrl', location.origin)
  return readHint('isAdminLogin') !== null || readHint('baseUrl') === null
}

/** On the dashboard's path: clears what another version has stored (C§4) and sets the app's own hints (C§3). */
export function renewHints(): void {
  const version = readHint('app_version')
  if (version !== null && version !== appVersion) clearStorage()
  writeHint('app_version', appVersion)
  writeHint('baseUrl', location.origin)
}

/** The bill to return to after signing in (C§2.10). */
export function rememberViewBill(address: string): void {
  writeHint('viewBillURL', address)
}

/** The stored bill (C§2.1) if its address is ours, otherwise the dashboard. */
export function placeAfterSignIn(viewBill: string | null): string {
  if (viewBill === null || !URL.canParse(viewBill, location.origin)) return paths.dashboard
  const { origin, pathname, search } = new URL(viewBill, location.origin)
  return origin === location.origin && pathname === paths.viewBill ? pathname + search : paths.dashboard
}

/** Somebody was logged out against their will (C§4); the function dismisses it. The mark counts only once. */
export function useForcedLogout(): [boolean, () => void] {
  const [isTold, setTold] = useState(wasForcedOut)
  useEffect(forgetForcedLogout, [])
  return [isTold, () => setTold(false)]
}

/** In this tab or another (`markForcedLogout`). */
export function wasForcedOut(): boolean {
  return (readStored('tab', 'forcedLogout') ?? readStored('browser', 'forcedLogout')) !== null
}

/** The mark of a forced logout counts only once. */
export function forgetForcedLogout(): void {
  writeStored('browser', 'forcedLogout', null)
  writeStored('tab', 'forcedLogout', null)
}

/** Survives a reload of the tab. */
export const consoleWork = ['phonedIn', 'announcement', 'place'] as const
type Work = (typeof consoleWork)[number]

export function storedWork(work: Work): string | null {
  return readStored('tab', work)
}

/** Null removes it. */
export function storeWork(work: Work, text: string | null): void {
  writeStored('tab', work, text)
}

const storages = { tab: () => sessionStorage, browser: () => localStorage } as const

/** This tab's, which survives a reload, or the one that all tabs of the browser share. */
type Place = keyof typeof storages

/** A browser that forbids storage has nothing. */
export function readStored(place: Place, key: string): string | null {
  try {
    return storages[place]().getItem(key)
  } catch {
    return null
  }
}

/** Null removes it. Where storage is forbidden or full, the text is simply forgotten. */
export function writeStored(place: Place, key: string, text: string | null): void {
  try {
    if (text === null) storages[place]().removeItem(key)
    else storages[place]().setItem(key, text)
  } catch {
    // Every page works without it.
  }
}

/** Whoever has stored it. */
export function clearStored(place: Place, kept: readonly string[] = []): void {
  try {
    const storage = storages[place]()
    for (const key of Object.keys(storage)) if (!kept.includes(key)) storage.removeItem(key)
  } catch {
    // Nothing was stored.
  }
}
