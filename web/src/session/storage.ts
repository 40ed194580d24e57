import { urlOf } from '@portal/contract/links'
import type { PremiseOfPerson } from '@portal/contract/sign-in'
import { useEffect, useState } from 'react'
import { paths } from '#paths.ts'

/**
 * The entries in the browser's storage (C§3, A§3): hints for the interface, shared by the browser's tabs. They grant
 * nothing: the server decides who is who (R5), and a browser that forbids storage merely forgets.
 */
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

/** The tab's key of a payment whose outcome is not known yet: it outlives every clearing, so that it is asked for (R19). */
export const paymentInFlightKey = 'paymentInFlight'

/** A guest's payment that is being confirmed, by its public id. */
export const unconfirmedKey = 'unconfirmedPayment'

/** The system pop-up that was read on this device: shown again only when its text changes. */
export const systemPopSeenKey = 'systemPopSeen'

/**
 * Clears the browser's storage and the tab's (C§2.1, C§4, A§4), whoever has put something there. The device keeps which
 * pop-up was read.
 * @param kept what the tab keeps besides a payment that has no outcome yet
 */
export function clearStorage(kept: readonly string[] = []): void {
  clearStored('browser', [systemPopSeenKey])
  clearStored('tab', [paymentInFlightKey, unconfirmedKey, ...kept])
}

/** Writes who is signed in (C§3), as the server says. */
export function keepPersonHints({ username, personId }: { username: string; personId: string }): void {
  writeHint('username', username)
  writeHint('personId', personId)
}

/** Writes the accounts of who is signed in (C§3): a single one, or the list of several. */
export function keepAccountHints(accounts: readonly PremiseOfPerson[]): void {
  const [only, ...others] = accounts
  const isSingle = only !== undefined && others.length === 0
  writeHint('accountId', isSingle ? JSON.stringify(only) : null)
  writeHint('accountIds', isSingle ? null : JSON.stringify(accounts))
}

/** Writes which administrator is logged in (A§3), as the server says. */
export function keepAdminHints({ id, username, level }: { id: number; username: string; level: number }): void {
  writeHint('isAdminLogin', 'true')
  writeHint('adminusername', username)
  writeHint('level', String(level))
  writeHint('adminId', String(id))
}

/**
 * Whether the browser says that an administrator is logged in: without `isAdminLogin` the console is closed to its own
 * session, too (A§4). A browser that forbids storage cannot say so.
 */
export function isAdminMarked(): boolean {
  writeHint('baseUrl', location.origin)
  return readHint('isAdminLogin') !== null || readHint('baseUrl') === null
}

/**
 * Run on the dashboard's path: clears what another version of the app has stored (C§4) and sets the app's own (C§3).
 */
export function renewHints(): void {
  const version = readHint('app_version')
  if (version !== null && version !== appVersion) clearStorage()
  writeHint('app_version', appVersion)
  writeHint('baseUrl', location.origin)
}

/** Remembers the bill to return to after signing in (C§2.10), or the payment that an email asks for. */
export function rememberWanted(address: string): void {
  writeHint('viewBillURL', address)
}

/**
 * The path and query to open after signing in (C§2.1): the stored bill or payment if its address is ours, otherwise the
 * dashboard.
 */
export function placeAfterSignIn(wanted: string | null): string {
  const url = wanted === null ? null : urlOf(wanted, location.origin)
  const isOurs =
    url?.origin === location.origin && (url.pathname === paths.viewBill || url.pathname === paths.dashboard)
  return isOurs ? url.pathname + url.search : paths.dashboard
}

/**
 * Whether somebody was just logged out against their will (C§4), and a function to dismiss it; the mark counts only
 * once.
 */
export function useForcedLogout(): [boolean, () => void] {
  const [isTold, setTold] = useState(wasForcedOut)
  useEffect(forgetForcedLogout, [])
  return [isTold, () => setTold(false)]
}

/** Whether somebody was logged out against their will, in this tab or another (`markForcedLogout`). */
export function wasForcedOut(): boolean {
  return (readStored('tab', 'forcedLogout') ?? readStored('browser', 'forcedLogout')) !== null
}

/** The mark of a forced logout counts only once. */
export function forgetForcedLogout(): void {
  writeStored('browser', 'forcedLogout', null)
  writeStored('tab', 'forcedLogout', null)
}

/**
 * The keys of unfinished work of the console that survives a reload of the tab: the phoned-in cart, an unsaved
 * announcement or message to customers, and the view that was open when the session ended.
 */
export const consoleWork = ['phonedIn', 'announcement', 'broadcast', 'place'] as const
type Work = (typeof consoleWork)[number]

export function storedWork(work: Work): string | null {
  return readStored('tab', work)
}

/** Stores unfinished work, or removes it when null. */
export function storeWork(work: Work, text: string | null): void {
  writeStored('tab', work, text)
}

const storages = { tab: () => sessionStorage, browser: () => localStorage } as const

/** Whose storage: this tab's, which survives a reload, or the one that all tabs of the browser share. */
type Place = keyof typeof storages

/** Reads what was stored. A browser that forbids storage has nothing. */
export function readStored(place: Place, key: string): string | null {
  try {
    return storages[place]().getItem(key)
  } catch {
    return null
  }
}

/** Stores a text, or removes it when it is null. Where storage is forbidden or full, it is simply forgotten. */
export function writeStored(place: Place, key: string, text: string | null): void {
  try {
    if (text === null) storages[place]().removeItem(key)
    else storages[place]().setItem(key, text)
  } catch {
    // Every page works without it.
  }
}

/** Removes everything but these keys, whoever has stored it. */
export function clearStored(place: Place, kept: readonly string[] = []): void {
  try {
    const storage = storages[place]()
    for (const key of Object.keys(storage)) if (!kept.includes(key)) storage.removeItem(key)
  } catch {
    // Nothing was stored.
  }
}
