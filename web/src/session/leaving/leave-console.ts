import { adminLogout } from '@portal/contract/admin-sign-in'
import { idleTimes } from '@portal/contract/sign-in-texts'
import { send } from '#api/send.ts'
import { paths } from '#paths.ts'
import { lastActivity } from '../idle/activity.ts'
import { clearStorage, consoleWork, markForcedLogout, readHint, storeWork } from '../storage.ts'
import { leaveFor } from './leave.ts'

/**
 * Logs the administrator out (A§4), clears the storage and goes to `/gwaadmin`. The browser's other tabs notice and
 * leave too.
 * @throws ApiProblem when the server could not be reached: the session is still alive, and the person must be told
 */
export async function signOutAdmin(): Promise<void> {
  await send(adminLogout, { body: {} })
  clearStorage()
  leaveFor(paths.adminLogin)
}

/** Logs an idle administrator out (A§4). If the server cannot be reached, it ends the session by itself. */
export async function signOutIdleAdmin(): Promise<void> {
  await send(adminLogout, { body: {}, timeoutSeconds: 5 }).catch(() => undefined)
  leaveConsole()
}

/**
 * Leaves after the session has ended (a call was refused as `not-signed-in`): clears the storage and goes to
 * `/gwaadmin`, which says why. Unfinished work stays in the tab for the same administrator (docs/readings.md, 038).
 */
export function leaveConsole(): void {
  rememberPlace()
  clearStorage(consoleWork)
  markForcedLogout()
  leaveFor(paths.adminLogin)
}

/**
 * Remembers in this tab which view the session ended in, for the same administrator's next login. The phoned-in cart
 * stays with it for as long as it takes to log in again, unless the administrator was idle, or has logged out in another
 * tab, which has cleared the hints.
 */
function rememberPlace(): void {
  const adminId = readHint('adminId')
  const wasIdle = Date.now() - lastActivity() >= idleTimes.logoutSeconds * 1000
  if (adminId === null || wasIdle) storeWork('phonedIn', null)
  if (adminId === null || location.pathname !== paths.adminDashboard) return
  // Nothing else of the address: a search may hold somebody's account number or name.
  const view = new URLSearchParams(location.search).get('view') ?? ''
  storeWork('place', `${adminId} ${Date.now()} ${view}`)
}
