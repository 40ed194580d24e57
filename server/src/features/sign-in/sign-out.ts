import type { Deps } from '../../deps.ts'
import { endSessionBehind, endSessionsOf, findSession } from '../../foundation/sessions/session.ts'

/** Ends the session behind a token, or all sessions of its customer (C§4). An unknown token ends nothing. */
export async function signOut(
  deps: Pick<Deps, 'db' | 'clock' | 'log'>,
  token: string,
  everywhere: boolean,
): Promise<void> {
  const caller = await findSession(deps, 'customer', token, { passively: true })
  if (caller?.kind !== 'customer') return
  const { webUserId } = caller
  if (everywhere) await endSessionsOf(deps.db, { kind: 'customer', webUserId })
  else await endSessionBehind(deps.db, 'customer', token)
  deps.log.info({ event: 'signed-out', webUser: webUserId, everywhere }, 'A customer signed out')
}
