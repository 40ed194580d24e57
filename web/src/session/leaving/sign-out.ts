import { logout } from '@portal/contract/sign-in'
import { send } from '#api/send.ts'
import { paths } from '#paths.ts'
import { clearStorage, markForcedLogout } from '../storage.ts'
import { leaveFor } from './leave.ts'

/**
 * Logs the customer out (C§4), clears the storage and goes to `/`. The browser's other tabs notice and leave too.
 * @throws ApiProblem when the server could not be reached: the session is still alive, and the person must be told
 */
export async function signOut(): Promise<void> {
  await send(logout, { body: {} })
  clearStorage()
  leaveFor(paths.home)
}

/** Logs an idle customer out (C§4). If the server cannot be reached, it ends the session by itself a little later. */
export async function signOutIdle(): Promise<void> {
  await send(logout, { body: {}, timeoutSeconds: 5 }).catch(() => undefined)
  leaveSignedOut()
}

/**
 * Leaves after the session has expired or was ended elsewhere (a call was refused as `not-signed-in`): clears the
 * storage and goes to the login page, with the mark that makes it say 'You have been logged out.' (C§8).
 */
export function leaveSignedOut(loginPage: string = paths.home): void {
  clearStorage()
  markForcedLogout()
  leaveFor(loginPage)
}
