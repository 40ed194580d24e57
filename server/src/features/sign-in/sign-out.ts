import type { Deps } from '../../deps.ts'
import { endSession, findSession } from '../../foundation/sessions/session.ts'

/** Ends the session behind a token (C§4). An unknown token ends nothing. */
export async function signOut(deps: Pick<Deps, 'db' | 'clock' | 'log'>, token: string): Promise<void> {
  const caller = await findSession(deps, 'customer', token, { passively: true })
  if (caller?.kind !== 'customer') return
  await endSession(deps.db, caller.id)
  deps.log.info({ event: 'signed-out', webUser: caller.webUserId }, 'Customer logged out')
}
