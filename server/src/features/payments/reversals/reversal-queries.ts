import type { Instant } from '@portal/contract/dates'
import type { CheckoutPublicId } from '@portal/contract/ids'
import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../../../database/connect.ts'
import type { PaymentTables, ReversalCause } from '../../../database/tables/payments.ts'
import { queueLetter, withdrawLetters } from '../../../foundation/mail/outbox.ts'
import { lockCheckout } from '../../../foundation/payment-moves/lock-checkout.ts'
import { committed } from '../committed.ts'
import { type PaymentEvent, appendEvents } from '../events.ts'
import { confirmationKey, confirmationKind } from '../letters.ts'
import { reversalStatesBefore } from '../states.ts'
import { type Decision, TagOfAnother } from '../store.ts'
import { isTagOfAnother, lockTag } from '../transaction-tags.ts'
import { cancelPostings, paymentStands } from './refund-consequences.ts'
import type { GiveBack, LeasedReversal, ReversalResult } from './reversal-store.ts'

/**
 * Requests that charges be given back, in the transaction that decides so and has locked the checkout.
 * @throws TagOfAnother when a person has settled another payment with the tag of such a charge
 */
export async function requestReversals(tx: Tx, decision: Decision): Promise<PaymentEvent[]> {
  const events: PaymentEvent[] = []
  for (const giveBack of decision.giveBack) {
    await lockTag(tx, giveBack.tag)
    if (await isTagOfAnother(tx, giveBack.tag, decision.checkoutId)) {
      throw new TagOfAnother('A charge to be given back stands as another payment')
    }
    events.push(await requestReversal(tx, decision, giveBack))
  }
  return events
}

/** Requests that one charge be given back, first by a void. An earlier refused request no longer waits for a person. */
export async function requestReversal(
  tx: Tx,
  { checkoutId, attemptId, at }: Pick<Decision, 'checkoutId' | 'attemptId' | 'at'>,
  giveBack: GiveBack,
): Promise<PaymentEvent> {
  await tx
    .updateTable('reversal')
    .set({ needs_person: false })
    .where('checkout_id', '=', checkoutId)
    .where('transaction_tag', '=', giveBack.tag)
    .where('needs_person', '=', true)
    .execute()
  const row = await tx
    .insertInto('reversal')
    .values({
      checkout_id: checkoutId,
      attempt_id: attemptId,
      transaction_tag: giveBack.tag,
      authorization_number: giveBack.authorization,
      amount_cents: giveBack.amount,
      kind: 'void',
      reference: giveBack.reference,
      cause: giveBack.cause,
      reason: giveBack.reason,
      requested_by: giveBack.requestedBy,
      state: 'REQUESTED',
      requested_at: at,
      next_try_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { tag, amount, reason, requestedBy: by } = giveBack
  return { subject: 'reversal', subjectId: row.id, from: null, to: 'REQUESTED', detail: { tag, amount, reason, by } }
}

const leasedColumns = [
  'id',
  'checkout_id',
  'attempt_id',
  'transaction_tag',
  'authorization_number',
  'amount_cents',
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

/** Leases voids and refunds that are due, the longest due first, and changes their states as `ReversalStore` says. */
export async function leaseReversals(db: Db, now: Instant, until: Instant, most: number): Promise<LeasedReversal[]> {
  const leased = await sql<ReversalRow>`
    update reversal set
      state = case state when 'REQUESTED' then 'SENT' else 'UNKNOWN' end,
      sent_at = case state when 'REQUESTED' then ${now}::timestamptz else sent_at end,
      tries = tries + 1, epoch = epoch + 1, lease_until = ${until}
    where id in (
      select id from reversal
      where state in ('REQUESTED', 'SENT', 'UNKNOWN') and next_try_at <= ${now}
        and (lease_until is null or lease_until <= ${now})
      order by next_try_at limit ${most} for update skip locked)
    returning state, ${sql.join(leasedColumns.map((column) => sql.ref(column)))}
  `.execute(db)
  return leased.rows.map((row) => ({
    id: row.id,
    checkoutId: row.checkout_id,
    attemptId: row.attempt_id,
    tag: row.transaction_tag,
    authorization: row.authorization_number,
    amount: row.amount_cents,
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

/**
 * Records the result of a void or refund.
 * @returns false when the lease was lost.
 * @throws CommitUnanswered
 */
export async function recordReversal(db: Db, result: ReversalResult): Promise<boolean> {
  const record = async (tx: Tx): Promise<boolean> => {
    await lockCheckout(tx, result.checkoutId)
    return await recordWithin(tx, result)
  }
  return await committed(db, record, (isRecorded) => isRecorded)
}

/** Does the same within a transaction that has locked the checkout and records more. */
export async function recordWithin(tx: Tx, result: ReversalResult): Promise<boolean> {
  const moved = await moveReversal(tx, result)
  if (!moved) return false
  const events: PaymentEvent[] = [
    { subject: 'reversal', subjectId: result.id, from: moved.before, to: result.to, detail: result.detail },
  ]
  if (result.to === 'DONE') events.push(...(await closeAttempt(tx, result, moved)))
  if (result.refundReference) events.push(await insertRefund(tx, result, result.refundReference))
  else if (result.to === 'REFUSED' && moved.cause === 'refund') {
    events.push(...(await paymentStands(tx, result.checkoutId, moved.attempt_id)))
  }
  await appendEvents(tx, result.checkoutId, result.at, events)
  return true
}

interface Moved {
  before: string
  attempt_id: number
  transaction_tag: string
  cause: ReversalCause
}

async function moveReversal(tx: Tx, result: ReversalResult): Promise<Moved | undefined> {
  const isDecided = result.to === 'DONE' || result.to === 'REFUSED'
  const needsPerson = result.to === 'REFUSED' && result.refundReference === null
  // Looking again is not a move: an unknown outcome may stay unknown.
  const before = result.to === 'UNKNOWN' ? ['SENT', 'UNKNOWN'] : reversalStatesBefore(result.to)
  const moved = await sql<Moved>`
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

/** Closes the checkout if its own charge was given back. For a second charge, the payer is only notified. */
async function closeAttempt(tx: Tx, result: ReversalResult, moved: Moved): Promise<PaymentEvent[]> {
  const { at, checkoutId } = result
  const { attempt_id: attemptId, transaction_tag: tag } = moved
  const closed = await tx
    .updateTable('charge_attempt')
    .set({ state: 'REVERSED', decided_at: at, epoch: sql`epoch + 1` })
    .where('id', '=', attemptId)
    .where('transaction_tag', '=', tag)
    .where('state', '=', 'REVERSING')
    .executeTakeFirst()
  if (closed.numUpdatedRows === 0n) return moved.cause === 'secondCharge' ? await tellPayer(tx, result) : []
  const { publicId } = await tx
    .updateTable('checkout')
    .set({ state: 'REVERSED', decided_at: at })
    .where('id', '=', checkoutId)
    .returning('public_id as publicId')
    .executeTakeFirstOrThrow()
  const cancelled = await cancelPostings(tx, checkoutId, at)
  return [
    { subject: 'attempt', subjectId: attemptId, from: 'REVERSING', to: 'REVERSED', detail: {} },
    { subject: 'checkout', subjectId: checkoutId, from: 'REVERSING', to: 'REVERSED', detail: {} },
    ...cancelled,
    ...(await withdrawConfirmation(tx, checkoutId, publicId)),
    ...(await tellPayer(tx, result)),
  ]
}

/**
 * Withdraws a receipt that has not left, for example because no mail server accepted it. Otherwise the payer would
 * believe it.
 */
async function withdrawConfirmation(tx: Tx, checkoutId: number, publicId: CheckoutPublicId): Promise<PaymentEvent[]> {
  const dedupeKey = confirmationKey({ publicId })
  if ((await withdrawLetters(tx, dedupeKey)) === 0) return []
  const detail = { kind: confirmationKind }
  return [{ subject: 'letter', subjectId: checkoutId, from: 'QUEUED', to: 'WITHDRAWN', detail }]
}

async function tellPayer(tx: Tx, { letter, checkoutId, at }: ReversalResult): Promise<PaymentEvent[]> {
  if (!letter) return []
  await queueLetter(tx, letter, at)
  return [{ subject: 'letter', subjectId: checkoutId, from: null, to: 'QUEUED', detail: { kind: letter.kind } }]
}

/** A void that came too late becomes a refund of the same charge. */
async function insertRefund(tx: Tx, { id, at }: ReversalResult, reference: string): Promise<PaymentEvent> {
  const refund = await sql<{ id: number }>`
    insert into reversal (checkout_id, attempt_id, transaction_tag, authorization_number, amount_cents, kind, reference,
      cause, reason, requested_by, state, requested_at, next_try_at)
    select checkout_id, attempt_id, transaction_tag, authorization_number, amount_cents, 'refund', ${reference},
      cause, reason, requested_by, 'REQUESTED', ${at}::timestamptz, ${at}::timestamptz
    from reversal where id = ${id}
    returning id
  `.execute(tx)
  const detail = { kind: 'refund', inPlaceOf: id }
  return { subject: 'reversal', subjectId: refund.rows[0]?.id ?? 0, from: null, to: 'REQUESTED', detail }
}
