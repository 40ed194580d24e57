import type { ReplyOf } from '@portal/contract/call'
import type { endOwnSession } from '@portal/contract/own-sessions'
import { ownSessionsTexts } from '@portal/contract/own-sessions-texts'
import type { AdminCaller } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import { type AuditEvent, type AuditOrigin, actorOf, recordAudit } from '../../foundation/audit/audit.ts'
import { type EndedSession, type SessionHolder, removeOtherSession } from './queries.ts'

/**
 * Logs the caller out of another of their browsers, at once (docs/security.md). For administrators this goes into the
 * audit log, like everything they do; for customers into the process log.
 */
export async function endSession(
  { db, clock, log }: Pick<Deps, 'db' | 'clock' | 'log'>,
  holder: SessionHolder,
  sessionId: number,
  origin: AuditOrigin,
): Promise<ReplyOf<typeof endOwnSession>> {
  const now = clock.now()
  const ended = await db.transaction().execute(async (tx) => {
    const session = await removeOtherSession(tx, holder, sessionId, now)
    if (session && holder.kind === 'admin') await recordAudit(tx, endedEvent(holder, session), origin, now)
    return session
  })
  if (!ended) return { result: { status: 'Failed', description: ownSessionsTexts.endedAlready } }
  if (holder.kind === 'customer') {
    log.info({ event: 'session-ended', webUser: holder.webUserId }, 'A customer ended a session elsewhere')
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
