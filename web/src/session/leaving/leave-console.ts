import { adminLogout } from '@portal/contract/admin-sign-in'
import { send } from '#api/send.ts'
import { paths } from '#paths.ts'
import { storeWork } from '../storage/console-storage.ts'
import { clearHints, markForcedLogout } from '../storage/hints.ts'
import { leaveFor } from './leave.ts'
import { rememberPlace } from './place-left.ts'

/**
 * Logs the administrator out (A§4), clears the storage and goes to `/gwaadmin`. The browser's other tabs notice and
 * leave too.
 * @throws ApiProblem when the server could not be reached: the session is still alive, and the person must be told
 */
export async function signOutAdmin(): Promise<void> {
  await send(adminLogout, { body: {} })
  clearHints()
  for (const work of ['phonedIn', 'announcement', 'place'] as const) storeWork(work, null)
  leaveFor(paths.adminLogin)
}

/** Logs an idle administrator out (A§4). If the server cannot be reached, it ends the session by itself. */
export async function signOutIdleAdmin(): Promise<void> {
  await send(adminLogout, { body: {}, timeoutSeconds: 5 }).catch(() => undefined)
  leaveConsole()
}

/**
 * Leaves after the session has ended (a call was refused as `not-signed-in`): clears the storage and goes to
 * `/gwaadmin`, which says why. Unfinished work stays in the tab for the same administrator (decisions 036 and 038).
 */
export function leaveConsole(): void {
  rememberPlace()
  clearHints()
  markForcedLogout()
  leaveFor(paths.adminLogin)
}
