import type { ParsedBodyOf, ReplyOf } from '@portal/contract/call'
import type { endOwnSession } from '@portal/contract/own-sessions'
import { ownSessionsTexts } from '@portal/contract/own-sessions-texts'
import { signInTexts } from '@portal/contract/sign-in-texts'
import type { AdminCaller } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import { type AuditEvent, type AuditOrigin, actorOf, recordAudit } from '../../foundation/audit/audit.ts'
import type { GivenPassword } from '../../foundation/credentials/prove-password.ts'
import { whyNotHolder } from './prove-holder.ts'
import { type EndedSession, type SessionHolder, removeOtherSession } from './queries.ts'

/**
 * Logs the caller out of another of their browsers at once, if they give their password (docs/security.md). For
 * administrators, this is recorded in the audit log, like everything they do; for customers, in the process log.
 * @throws Refusal after an administrator's too many wrong passwords, and when the own session is over; TooManyHashes
 */
export async function endSession(
  deps: Deps,
  holder: SessionHolder,
  { id: sessionId, currentPassword: password }: ParsedBodyOf<typeof endOwnSession>,
  origin: AuditOrigin & Pick<GivenPassword, 'knownToken'>,
): Promise<ReplyOf<typeof endOwnSession>> {
  const refused = await whyNotHolder(deps, holder, { password, knownToken: origin.knownToken })
  if (refused !== null) {
    const isWrong = refused === signInTexts.wrongCurrentPassword
    return {
      result: { status: 'Failed', description: refused, ...(isWrong && { field: 'currentPassword' as const }) },
    }
  }
  const { db, clock, log } = deps
  const now = clock.now()
  const ended = await db.transaction().execute(async (tx) => {
    const session = await removeOtherSession(tx, holder, sessionId, now)
    if (session && holder.kind === 'admin') await recordAudit(tx, endedEvent(holder, session), origin, now)
    return session
  })
  if (!ended) return { result: { status: 'Failed', description: ownSessionsTexts.endedAlready } }
  if (holder.kind === 'customer') {
    log.info({ event: 'session-ended', webUser: holder.webUserId }, 'Customer logged out another browser')
  }
  return { result: { status: 'Success', description: ownSessionsTexts.ended } }
}

function endedEvent(admin: AdminCaller, { device, clientAddress }: EndedSession): AuditEvent {
  return {
    actor: actorOf(admin),
    action: 'admin-session-ended',
    subject: device || ownSessionsTexts.unknownDevice,
    before: { clientAddress },
  }
}
