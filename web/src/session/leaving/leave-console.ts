import { adminLogout } from '@portal/contract/admin-sign-in'
import { idleTimes } from '@portal/contract/sign-in-texts'
import { send } from '#api/send.ts'
import { paths } from '#paths.ts'
import { lastActivity } from '../idle/activity.ts'
import { clearStorage, consoleWork, markForcedLogout, readHint, storeWork } from '../storage.ts'
import { leaveFor } from './leave.ts'

/** A§4. The browser's other tabs leave too. @throws ApiProblem without the server: the session is still alive */
export async function signOutAdmin(): Promise<void> {
  await send(adminLogout, { body: {} })
  clearStorage()
  leaveFor(paths.adminLogin)
}

/** A§4. If the server cannot be reached, it ends the session by itself. */
export async function signOutIdleAdmin(): Promise<void> {
  await send(adminLogout, { body: {}, timeoutSeconds: 5 }).catch(() => undefined)
  leaveConsole()
}

/** The session has ended. Unfinished work stays for the same administrator (docs/readings.md, 038). */
export function leaveConsole(): void {
  rememberPlace()
  clearStorage(consoleWork)
  markForcedLogout()
  leaveFor(paths.adminLogin)
}

/** For the same administrator's next login. The cart stays, unless they were idle or logged out elsewhere. */
function rememberPlace(): void {
  const adminId = readHint('adminId')
  const wasIdle = Date.now() - lastActivity() >= idleTimes.logoutSeconds * 1000
  if (adminId === null || wasIdle) storeWork('phonedIn', null)
  if (adminId === null || location.pathname !== paths.adminDashboard) return
  // Nothing else of the address: a search may hold somebody's account number or name.
  const view = new URLSearchParams(location.search).get('view') ?? ''
  storeWork('place', `${adminId} ${Date.now()} ${view}`)
}
