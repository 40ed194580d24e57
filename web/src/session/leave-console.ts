import { adminLogout } from '@portal/contract/admin-sign-in'
import { send } from '#api/send.ts'
import { paths } from '#paths.ts'
import { storeCart } from './cart-storage.ts'
import { clearHints, writeHint } from './hints.ts'
import { leaveFor } from './leave.ts'

/**
 * Logs the administrator out (A§4); the other tabs of this browser notice and leave too. Clears the storage and goes to
 * `/gwaadmin`.
 * @throws ApiProblem when the server could not be asked: the session is still alive, and the person must be told
 */
export async function signOutAdmin(): Promise<void> {
  await send(adminLogout, { body: {} })
  clearStorage()
  leaveFor(paths.adminLogin)
}

/**
 * Logs the administrator out because nobody is there any more (A§4). What the server does not hear, it does by itself.
 */
export async function signOutIdleAdmin(): Promise<void> {
  await send(adminLogout, { body: {}, timeoutSeconds: 5 }).catch(() => undefined)
  leaveConsole()
}

/**
 * The session is over (a call answered `not-signed-in`): clears the storage and goes to `/gwaadmin`, which says why.
 */
export function leaveConsole(): void {
  clearStorage()
  writeHint('forcedLogout', 'true')
  leaveFor(paths.adminLogin)
}

function clearStorage(): void {
  clearHints()
  storeCart(null)
}
