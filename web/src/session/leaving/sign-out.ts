import { logout } from '@portal/contract/sign-in'
import { send } from '#api/send.ts'
import { paths } from '#paths.ts'
import { clearStorage, markForcedLogout, readHint, rememberWanted } from '../storage.ts'
import { leaveFor } from './leave.ts'

/** C§4. The browser's other tabs leave too. @throws ApiProblem without the server: the session is still alive */
export async function signOut(): Promise<void> {
  await send(logout, { body: {} })
  clearStorage()
  leaveFor(paths.home)
}

/** C§4. If the server cannot be reached, it ends the session by itself a little later. */
export async function signOutIdle(): Promise<void> {
  await send(logout, { body: {}, timeoutSeconds: 5 }).catch(() => undefined)
  leaveSignedOut()
}

/** For a session that expired or was ended elsewhere; the login page says 'You have been logged out.' (C§8). */
export function leaveSignedOut(loginPage: string = paths.home): void {
  // Another tab may have left a moment before, and remembered it.
  const wanted = [location.pathname + location.search, readHint('viewBillURL')].find(isEmailed)
  clearStorage()
  if (wanted) rememberWanted(wanted)
  markForcedLogout()
  leaveFor(loginPage)
}

/** The address of an email's link, to which the next login leads again. It opens nothing for another customer. */
export function isEmailed(address: string | null): boolean {
  if (address === null || !address.startsWith(`${paths.dashboard}?`)) return false
  const named = new URL(address, location.origin).searchParams
  return named.has('amount') || named.get('view') === 'payment-methods'
}
