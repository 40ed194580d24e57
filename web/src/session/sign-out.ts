import { pagePaths } from '@portal/contract/paths'
import { logout } from '@portal/contract/sign-in'
import { send } from '#api/send.ts'
import { clearHints, writeHint } from './hints.ts'
import { leaveFor } from './leave.ts'

/**
 * Logs the customer out (C§4): here, or everywhere; the other tabs of this browser notice and leave too. Clears the
 * storage and goes to `/`.
 * @throws ApiProblem when the server could not be asked: the session is still alive, and the person must be told
 */
export async function signOut({ everywhere = false } = {}): Promise<void> {
  await send(logout, { body: { everywhere } })
  clearHints()
  leaveFor(pagePaths.home)
}

/**
 * Logs the customer out because nobody is there any more (C§4). What the server does not hear, it does by itself a
 * little later.
 */
export async function signOutIdle(): Promise<void> {
  await send(logout, { body: {}, timeoutSeconds: 5 }).catch(() => undefined)
  leaveSignedOut()
}

/**
 * The session is over: it ran out, or was ended elsewhere (a call answered `not-signed-in`). Clears the storage, marks
 * the forced logout, so that the login page says 'You have been logged out.' (C§8), and goes there.
 */
export function leaveSignedOut(loginPage: string = pagePaths.home): void {
  clearHints()
  writeHint('forcedLogout', 'true')
  leaveFor(loginPage)
}
