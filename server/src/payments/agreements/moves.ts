import type { PauseReason } from '@portal/contract/autopay'
import type { EndReason } from '@portal/contract/autopay-reasons'
import type { Instant } from '@portal/contract/dates'
import type { AccountNumber } from '@portal/contract/ids'
import { type Cents, dollars } from '@portal/contract/money'
import { type InsertObject, type RawBuilder, type SqlBool, type UpdateObject, sql } from 'kysely'
import type { Tx } from '../../database/connect.ts'
import type { Database } from '../../database/tables.ts'
import type { AgreementState, DayRule } from '../../database/tables/autopay.ts'
import type { EventDetail } from '../../database/tables/payments.ts'
import { type Actor, type AuditOrigin, portalActor, recordAudit } from '../../foundation/audit.ts'
import { queueEmail } from '../../messages/outbox/queue-email.ts'
import { insertNotifications } from '../../messages/outbox/queue-notification.ts'
import type { NewEmail } from '../../wording/customer-email.ts'
import { wakeAutopay, type Engine } from '../engine.ts'
import { causes } from '../notify.ts'
import { recordAutopayEvent } from '../planned/moves.ts'
import { type About, aboutPerson } from '../planned/partners.ts'
import { type LockedAgreement, lockAgreement } from '../planned/standing.ts'
import { type Next, agreementMoves, requireLegal } from '../states.ts'

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
  engine: Engine,
  id: number,
  { to, reason, by, mayLeave }: Move,
  more: (tx: Tx, account: AccountNumber, at: Instant) => Promise<Emails>,
): Promise<boolean> {
  const { db } = engine
  const known = await db
    .selectFrom('autopay_agreement')
    .select(['account_id as account', 'person_id as personId'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!known) return false
  const about = await aboutPerson(engine, known.personId)
  const at = engine.clock.now()
  const changed = await db.transaction().execute(async (tx) => {
    const locked = await lockAgreement(tx, id)
    if (!locked || !agreementMoves[locked.state].some((state) => state === to)) return false
    if (mayLeave && !(await mayLeave(locked, tx))) return false
    const also = async () => {
      const emails = await more(tx, known.account, at)
      for (const email of emails(about)) await queueEmail(tx, email, at)
    }
    await moveLocked(tx, locked, to, { reason, by, also }, at)
    return true
  })
  if (changed) wakeAutopay(engine)
  return changed
}

interface Written {
  reason: PauseReason | EndReason | null
  by: ChangedBy
  /** What else changes with it. */
  terms?: UpdateObject<Database, 'autopay_agreement'>
  /** For the log; else why. */
  detail?: EventDetail
  /** For the audit log; else why. */
  after?: Readonly<Record<string, string | number | null>>
  /** The rest of the transaction: every other entry in the audit log waits from then on. */
  also: () => Promise<void>
}

/** The only writer of an agreement's state, with its log and audit entry. To the same state: its terms change. */
export async function moveLocked<From extends AgreementState>(
  tx: Tx,
  { id, account, state: from }: LockedAgreement & { state: From },
  to: From | Next<typeof agreementMoves, From>,
  { reason, by, terms, detail, after, also }: Written,
  at: Instant,
): Promise<void> {
  if (to !== from) requireLegal('an agreement', agreementMoves, from, to)
  const moved = await tx
    .updateTable('autopay_agreement')
    .set({ ...terms, state: to, changed_at: at, ...(to !== from && { reason, confirmed_at: null }) })
    .where('id', '=', id)
    .where('state', '=', from)
    .executeTakeFirst()
  if (moved.numUpdatedRows !== 1n) throw new Error('An agreement was moved without its lock')
  const why = { why: reason, ...(by.actor.kind === 'admin' && { by: by.actor.name, note: by.note ?? null }) }
  await recordAutopayEvent(tx, { agreementId: id, from, to, detail: detail ?? why }, at)
  await also()
  await auditAutopay(
    tx,
    by,
    account,
    { state: to, ...(after ?? { why: reason, ...(by.note && { note: by.note }) }) },
    at,
  )
}

/** With its log. Null when the account has one that has not ended. */
export async function insertAgreement(
  tx: Tx,
  agreement: Omit<InsertObject<Database, 'autopay_agreement'>, 'state' | 'reason' | 'changed_at'>,
  at: Instant,
): Promise<number | null> {
  const inserted = await tx
    .insertInto('autopay_agreement')
    .values({ ...agreement, state: 'ACTIVE', reason: null, changed_at: at })
    .onConflict((taken) => taken.column('account_id').where(notEnded).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!inserted) return null
  await recordAutopayEvent(tx, { agreementId: inserted.id, from: null, to: 'ACTIVE' }, at)
  return inserted.id
}

/** Written out: PostgreSQL finds no partial index by a parameter. */
const notEnded = sql<SqlBool>`state <> 'ENDED'`

/** What a customer chose, for the audit log. */
export function inWords({ day, most }: { day: { rule: DayRule; number: number }; most: Cents | null }, card: string) {
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

/** When the words of an agreement are mailed again. */
export function yearAfter(at: Instant): RawBuilder<Instant> {
  return sql<Instant>`${at}::timestamptz + interval '12 months'`
}

/** By text, where they chose it: the email is always sent. */
export async function notifyOfPause(tx: Tx, agreementId: number, at: Instant): Promise<void> {
  const about = sql`
    select account_id, web_user_id, ${`${causes.agreement}${agreementId}-${at}`} as cause,
      ${JSON.stringify({ at })}::jsonb as facts
    from autopay_agreement where id = ${agreementId} and web_user_id is not null`
  await insertNotifications('autopayPaused', about, at).execute(tx)
}
