import type { PauseReason } from '@portal/contract/autopay'
import type { EndReason } from '@portal/contract/autopay-reasons'
import type { Instant } from '@portal/contract/dates'
import type { AccountNumber } from '@portal/contract/ids'
import { type Cents, dollars } from '@portal/contract/money'
import type { Tx } from '../../database/connect.ts'
import type { AgreementState, DayRule } from '../../database/tables/autopay.ts'
import { type Actor, type AuditOrigin, portalActor, recordAudit } from '../../foundation/audit.ts'
import { emailWork } from '../../messages/outbox/message.ts'
import { queueEmail } from '../../messages/outbox/queue-email.ts'
import type { NewEmail } from '../../wording/customer-email.ts'
import { type LockedAgreement, lockAgreement, recordAutopayEvent } from '../records/planned-charges.ts'
import { agreementMoves } from '../states.ts'
import type { About } from './emails.ts'
import { type AgreementParts, aboutPerson, addressOf, autopayWork, planningWork } from './parts.ts'

/** Who changes an agreement, for the audit log. */
export interface ChangedBy {
  actor: Actor
  origin: AuditOrigin
  /** Why, in a person's words. */
  note?: string
}

export const byPortal: ChangedBy = { actor: portalActor, origin: { clientAddress: '', requestId: '' } }

/** Written once the address is known; null when there is none. */
type Emails = (about: About | null) => NewEmail[]

interface Move {
  to: AgreementState
  reason: PauseReason | EndReason | null
  by: ChangedBy
  /** Whether it may leave the state that it is in. */
  mayLeave?: (agreement: LockedAgreement, tx: Tx) => Promise<boolean>
}

/** Locks the agreement, so that no charge of it can begin until this has committed. */
export async function moveAgreement(
  parts: AgreementParts,
  id: number,
  { to, reason, by, mayLeave }: Move,
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
  const about = recipient === null ? null : await aboutPerson(parts, known.personId, recipient)
  const at = parts.engine.clock.now()
  const changed = await db.transaction().execute(async (tx) => {
    const locked = await lockAgreement(tx, id)
    if (!locked || !isLegal(locked.state, to)) return false
    if (mayLeave && !(await mayLeave(locked, tx))) return false
    const from = locked.state
    await tx
      .updateTable('autopay_agreement')
      .set({ state: to, reason, changed_at: at, confirmed_at: null })
      .where('id', '=', id)
      .execute()
    const detail = { why: reason, ...(by.actor.kind === 'admin' && { by: by.actor.name, note: by.note ?? null }) }
    await recordAutopayEvent(tx, { agreementId: id, from, to, detail }, at)
    const emails = await more(tx, known.account, at)
    for (const email of emails(about)) await queueEmail(tx, email, at)
    await auditAutopay(tx, by, known.account, { state: to, why: reason, ...(by.note && { note: by.note }) }, at)
    return true
  })
  if (changed) wakeAutopay(parts)
  return changed
}

function isLegal(from: AgreementState, to: AgreementState): boolean {
  const moves: readonly AgreementState[] = agreementMoves[from]
  return moves.includes(to)
}

/** What a customer chose, for the audit log. */
export function chosen({ day, most }: { day: { rule: DayRule; number: number }; most: Cents | null }, card: string) {
  return { card, most: most === null ? null : dollars(most), rule: day.rule, number: day.number }
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
