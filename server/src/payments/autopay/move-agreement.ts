import type { Instant } from '@portal/contract/dates'
import type { AccountNumber } from '@portal/contract/ids'
import type { Tx } from '../../database/connect.ts'
import type { AgreementState } from '../../database/tables/autopay.ts'
import { type Actor, type AuditOrigin, portalActor, recordAudit } from '../../foundation/audit.ts'
import { type NewEmail, emailWork, queueEmail } from '../../foundation/messages/outbox.ts'
import { lockAgreement, recordAutopayEvent } from '../records/planned-charges.ts'
import { agreementMoves } from '../states.ts'
import type { About } from './emails.ts'
import { type AgreementParts, addressOf, autopayWork, planningWork } from './parts.ts'

/** Who changes an agreement, for the audit log. */
export interface ChangedBy {
  actor: Actor
  origin: AuditOrigin
}

export const byPortal: ChangedBy = { actor: portalActor, origin: { clientAddress: '', requestId: '' } }

/** Written once the address is known; null when there is none. */
type Emails = (about: About | null) => NewEmail[]

/** Locks the agreement, so that no charge of it can begin until this has committed. Paused for `stays`, it stays so. */
export async function moveAgreement(
  parts: AgreementParts,
  id: number,
  { to, reason, by, stays = null }: { to: AgreementState; reason: string | null; by: ChangedBy; stays?: string | null },
  more: (tx: Tx, account: AccountNumber, at: Instant) => Promise<Emails>,
): Promise<boolean> {
  const { db } = parts.engine
  const known = await db
    .selectFrom('autopay_agreement')
    .select(['account_id as account', 'person_id as personId'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!known) return false
  const recipient = await addressOf(parts, known.personId)
  const about =
    recipient === null ? null : { profile: parts.deps.profile, publicUrl: parts.engine.publicUrl, recipient }
  const at = parts.engine.clock.now()
  const changed = await db.transaction().execute(async (tx) => {
    const locked = await lockAgreement(tx, id)
    const from = locked?.state
    if (!from || !isLegal(from, to) || (stays !== null && locked.reason === stays)) return false
    await tx.updateTable('autopay_agreement').set({ state: to, reason, changed_at: at }).where('id', '=', id).execute()
    await recordAutopayEvent(tx, { agreementId: id, from, to, detail: { why: reason } }, at)
    const emails = await more(tx, known.account, at)
    for (const email of emails(about)) await queueEmail(tx, email, at)
    await auditAutopay(tx, by, known.account, { state: to, why: reason }, at)
    return true
  })
  if (changed) wakeAutopay(parts)
  return changed
}

function isLegal(from: AgreementState, to: AgreementState): boolean {
  const moves: readonly AgreementState[] = agreementMoves[from]
  return moves.includes(to)
}

export async function auditAutopay(
  tx: Tx,
  { actor, origin }: ChangedBy,
  subject: string,
  after: Readonly<Record<string, string | number | null>>,
  at: Instant,
): Promise<void> {
  await recordAudit(tx, { actor, action: 'autopay-changed', subject, after }, origin, at)
}

/** Emails and charges may be due. */
export function wakeAutopay({ engine }: AgreementParts): void {
  engine.wake(emailWork)
  engine.wake(planningWork)
  engine.wake(autopayWork)
}
