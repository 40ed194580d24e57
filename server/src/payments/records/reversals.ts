import type { Instant } from '@portal/contract/dates'
import type { Cents } from '@portal/contract/money'
import { type Selectable, sql } from 'kysely'
import type { GatewayName, ReversalKind } from '../../adapters/payment-gateway/port.ts'
import type { Db, Tx } from '../../database/connect.ts'
import { stepped } from '../../database/sql.ts'
import type { PaymentTables, ReversalCause, ReversalState } from '../../database/tables/payments.ts'
import { type Next, type reversalMoves, leaseSteps, reversalStatesBefore } from '../states.ts'
import { isTagOfAnother, lockTag, TagOfAnother } from './attempts.ts'
import type { PaymentEvent } from './events.ts'

export interface ReversalStart {
  /** The first kind that the gateway offers. */
  kind: ReversalKind
  reference: string
}

export interface NewReversal extends ReversalStart {
  tag: string
  authorization: string
  amount: Cents
  cause: ReversalCause
  reason: string
  requestedBy: string
}

interface OfCharge {
  checkoutId: number
  attemptId: number
  at: Instant
}

/** The caller has locked the checkout. @throws TagOfAnother when another payment was resolved with such a tag */
export async function requestReversals(
  tx: Tx,
  outcome: OfCharge & { reversals: readonly NewReversal[] },
): Promise<PaymentEvent[]> {
  const events: PaymentEvent[] = []
  for (const reversal of outcome.reversals) {
    await lockTag(tx, reversal.tag)
    if (await isTagOfAnother(tx, reversal.tag, outcome.checkoutId)) {
      throw new TagOfAnother('A charge to be reversed is recorded as another payment')
    }
    events.push(await requestReversal(tx, outcome, reversal))
  }
  return events
}

/** An earlier refused request no longer waits for a person. */
export async function requestReversal(
  tx: Tx,
  { checkoutId, attemptId, at }: OfCharge,
  reversal: NewReversal,
): Promise<PaymentEvent> {
  await tx
    .updateTable('reversal')
    .set({ needs_person: false })
    .where('checkout_id', '=', checkoutId)
    .where('transaction_tag', '=', reversal.tag)
    .where('needs_person', '=', true)
    .execute()
  const row = await tx
    .insertInto('reversal')
    .values({
      checkout_id: checkoutId,
      attempt_id: attemptId,
      gateway: sql`(select gateway from charge_attempt where id = ${attemptId}::bigint)`,
      transaction_tag: reversal.tag,
      authorization_number: reversal.authorization,
      amount_cents: reversal.amount,
      kind: reversal.kind,
      reference: reversal.reference,
      cause: reversal.cause,
      reason: reversal.reason,
      requested_by: reversal.requestedBy,
      state: 'REQUESTED',
      requested_at: at,
      next_try_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { tag, amount, reason, requestedBy: by } = reversal
  return { subject: 'reversal', subjectId: row.id, from: null, to: 'REQUESTED', detail: { tag, amount, reason, by } }
}

const leasedColumns = [
  'id',
  'checkout_id',
  'attempt_id',
  'transaction_tag',
  'authorization_number',
  'amount_cents',
  'gateway',
  'kind',
  'reference',
  'cause',
  'sent_at',
  'tries',
  'misses',
  'epoch',
] as const
type ReversalRow = Pick<Selectable<PaymentTables['reversal']>, (typeof leasedColumns)[number]> &
  Pick<LeasedReversal, 'state'>

/** Those due the longest, as they are moved: REQUESTED to SENT, SENT or UNKNOWN to UNKNOWN. */
export async function leaseReversals(
  db: Db,
  gateway: GatewayName,
  now: Instant,
  until: Instant,
  most: number,
): Promise<LeasedReversal[]> {
  const leased = await sql<ReversalRow>`
    update reversal set
      state = ${stepped('state', leaseSteps.reversal)},
      sent_at = case state when 'REQUESTED' then ${now}::timestamptz else sent_at end,
      tries = tries + 1, epoch = epoch + 1, lease_until = ${until}
    where id = any(array(
      select id from reversal
      where state in ('REQUESTED', 'SENT', 'UNKNOWN') and next_try_at <= ${now} and gateway = ${gateway}
        and (lease_until is null or lease_until <= ${now})
      order by next_try_at limit ${most} for update skip locked))
    returning state, ${sql.join(leasedColumns.map((column) => sql.ref(column)))}
  `.execute(db)
  return leased.rows.map((row) => ({
    id: row.id,
    checkoutId: row.checkout_id,
    attemptId: row.attempt_id,
    tag: row.transaction_tag,
    authorization: row.authorization_number,
    amount: row.amount_cents,
    gateway: row.gateway,
    kind: row.kind,
    reference: row.reference,
    cause: row.cause,
    state: row.state,
    sentAt: row.sent_at ?? now,
    tries: row.tries,
    misses: row.misses,
    epoch: row.epoch,
    leaseUntil: until,
  }))
}

export interface LeasedReversal {
  id: number
  checkoutId: number
  attemptId: number
  tag: string
  authorization: string
  amount: Cents
  gateway: string
  kind: ReversalKind
  reference: string
  cause: ReversalCause
  /** SENT: to be sent now, once. UNKNOWN: to be inquired about. */
  state: Extract<ReversalState, 'SENT' | 'UNKNOWN'>
  sentAt: Instant
  tries: number
  misses: number
  epoch: number
  leaseUntil: Instant
}

/** What became of a void or refund. */
export interface ReversalMove {
  id: number
  checkoutId: number
  epoch: number
  at: Instant
  to: Exclude<ReversalState, 'SENT'>
  /** For REQUESTED and UNKNOWN: when it is due again. */
  nextTryAt: Instant | null
  isMiss: boolean
  /** For REQUESTED after a proven absence: the reference of the next request. */
  newReference: string | null
  /** For REFUSED: the reference of a refund that replaces the void. With null, nothing more is tried. */
  refundReference: string | null
}

/** As it was moved. */
export interface MovedReversal {
  before: ReversalState
  attempt_id: number
  transaction_tag: string
  cause: ReversalCause
}

/** Undefined when the lease was lost, or it stands otherwise. */
export async function moveReversal(tx: Tx, result: ReversalMove): Promise<MovedReversal | undefined> {
  const isDecided = result.to === 'DONE' || result.to === 'REFUSED'
  const needsPerson = result.to === 'REFUSED' && result.refundReference === null
  // Another inquiry is not a move: an unknown outcome may stay unknown. What is done fails only by an event.
  const before =
    result.to === 'UNKNOWN' ? ['SENT', 'UNKNOWN'] : reversalStatesBefore(result.to).filter((from) => from !== 'DONE')
  const moved = await sql<MovedReversal>`
    update reversal set state = ${result.to}, lease_until = null,
      decided_at = ${isDecided ? result.at : null}::timestamptz, needs_person = ${needsPerson}::boolean,
      next_try_at = coalesce(${result.nextTryAt}::timestamptz, reversal.next_try_at),
      misses = case when ${result.to}::text = 'REQUESTED' then 0 else reversal.misses + ${result.isMiss ? 1 : 0}::int end,
      reference = coalesce(${result.newReference}::text, reversal.reference)
    from (select id, state as before from reversal where id = ${result.id} for update) as old
    where reversal.id = old.id and reversal.epoch = ${result.epoch} and old.before = any(${before}::text[])
    returning old.before, reversal.attempt_id, reversal.transaction_tag, reversal.cause
  `.execute(tx)
  return moved.rows[0]
}

/** A void that came too late becomes a refund of the same charge. */
export async function insertRefund(
  tx: Tx,
  { id, at }: Pick<ReversalMove, 'id' | 'at'>,
  reference: string,
): Promise<PaymentEvent> {
  const refund = await sql<{ id: number }>`
    insert into reversal (checkout_id, attempt_id, gateway, transaction_tag, authorization_number, amount_cents, kind,
      reference, cause, reason, requested_by, state, requested_at, next_try_at)
    select checkout_id, attempt_id, gateway, transaction_tag, authorization_number, amount_cents, 'refund',
      ${reference}, cause, reason, requested_by, 'REQUESTED', ${at}::timestamptz, ${at}::timestamptz
    from reversal where id = ${id}
    returning id
  `.execute(tx)
  const detail = { kind: 'refund', inPlaceOf: id }
  return { subject: 'reversal', subjectId: refund.rows[0]?.id ?? 0, from: null, to: 'REQUESTED', detail }
}

/** The card's bank returned it. Null when another has recorded it. */
export async function failReversal(tx: Tx, id: number, at: Instant): Promise<MovedReversal | null> {
  const to: Next<typeof reversalMoves, 'DONE'> = 'REFUSED'
  const failed = await tx
    .updateTable('reversal')
    .set({ state: to, failed_at: at, needs_person: true })
    .where('id', '=', id)
    .where('state', '=', 'DONE')
    .returning([sql<ReversalState>`'DONE'`.as('before'), 'attempt_id', 'transaction_tag', 'cause'])
    .executeTakeFirst()
  return failed ?? null
}

/** Of gateways that this process does not ask, those that no other process has sent, or found, by then. */
export async function abandonedReversals(
  db: Db,
  gateway: GatewayName,
  { unsentSince, unknownSince }: { unsentSince: Instant; unknownSince: Instant },
  most: number,
): Promise<{ id: number; checkoutId: number; epoch: number; tag: string; reference: string }[]> {
  const { rows } = await sql<{ id: number; checkoutId: number; epoch: number; tag: string; reference: string }>`
    select id, checkout_id as "checkoutId", epoch, transaction_tag as tag, reference from reversal
    where state in ('REQUESTED', 'SENT', 'UNKNOWN') and gateway <> ${gateway}
      and requested_at <= case state when 'REQUESTED' then ${unsentSince}::timestamptz else ${unknownSince}::timestamptz end
    order by id limit ${most}`.execute(db)
  return rows
}
