import type { Instant } from '@portal/contract/dates'
import type { CheckoutPublicId } from '@portal/contract/ids'
import { sql } from 'kysely'
import type { Db, Tx } from '../../database/connect.ts'
import type {
  EventDetail,
  LaterCause,
  PostingState,
  ReversalCause,
  ReversalState,
} from '../../database/tables/payments.ts'
import { committed } from '../../database/transactions.ts'
import { queueEmail, withdrawEmails } from '../../messages/outbox/queue-email.ts'
import { type NewEmail, keyOfEmail } from '../../wording/customer-email.ts'
import type { TemplateName } from '../../wording/templates.ts'
import { receiptTemplate } from '../emails.ts'
import { insertPaymentNews } from '../notify.ts'
import { moveCharged } from '../records/attempts.ts'
import { lockCheckout } from '../records/checkouts.ts'
import { type PaymentEvent, appendEvents } from '../records/events.ts'
import { enterMoves } from '../records/ledger.ts'
import { reversalStatesBefore } from '../states.ts'

export interface ReversalOutcome {
  id: number
  checkoutId: number
  epoch: number
  at: Instant
  to: ReversalState
  /** For REQUESTED and UNKNOWN: when it is due again. */
  nextTryAt: Instant | null
  isMiss: boolean
  /** For REQUESTED after a proven absence: the reference of the next request. */
  newReference: string | null
  /** For REFUSED: the reference of a refund that replaces the void. With null, nothing more is tried. */
  refundReference: string | null
  detail: EventDetail
  /** For DONE: the email to the payer if this was the checkout's own charge, or a second one. */
  email: NewEmail | null
}

/** False when the lease was lost. @throws CommitUnanswered */
export async function recordReversal(db: Db, result: ReversalOutcome): Promise<boolean> {
  const record = async (tx: Tx): Promise<boolean> => {
    await lockCheckout(tx, result.checkoutId)
    return await recordReversalWithin(tx, result)
  }
  return await committed(db, record, (isRecorded) => isRecorded)
}

export async function recordReversalWithin(tx: Tx, result: ReversalOutcome): Promise<boolean> {
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

async function moveReversal(tx: Tx, result: ReversalOutcome): Promise<Moved | undefined> {
  const isDecided = result.to === 'DONE' || result.to === 'REFUSED'
  const needsPerson = result.to === 'REFUSED' && result.refundReference === null
  // Another inquiry is not a move: an unknown outcome may stay unknown. What is done fails only by an event.
  const before =
    result.to === 'UNKNOWN' ? ['SENT', 'UNKNOWN'] : reversalStatesBefore(result.to).filter((from) => from !== 'DONE')
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

/** Closes the checkout if its own charge was reversed. For a second charge, the payer is only notified. */
async function closeAttempt(tx: Tx, result: ReversalOutcome, moved: Moved): Promise<PaymentEvent[]> {
  const { at, checkoutId } = result
  const { attempt_id: attemptId, transaction_tag: tag } = moved
  // The day of a refund that the bank returned, and that is made again, stays.
  const decided = moved.cause === 'returned' ? {} : { decided_at: at }
  const closed = await tx
    .updateTable('charge_attempt')
    .set({ state: 'REVERSED', ...decided, epoch: sql`epoch + 1` })
    .where('id', '=', attemptId)
    .where('transaction_tag', '=', tag)
    .where('state', '=', 'REVERSING')
    .executeTakeFirst()
  if (closed.numUpdatedRows === 0n)
    return moved.cause === 'secondCharge' ? await queueToPayer(tx, result.checkoutId, result.email, at) : []
  const { publicId } = await tx
    .updateTable('checkout')
    .set({ state: 'REVERSED', ...decided })
    .where('id', '=', checkoutId)
    .returning('public_id as publicId')
    .executeTakeFirstOrThrow()
  const isAgain = moved.cause === 'returned'
  if (isAgain) await enterMoves(tx, { checkoutId, at, cause: 'givenBack', from: 'card', to: 'unposted' })
  const cancelled = isAgain ? [] : await cancelPostings(tx, checkoutId, at)
  await insertPaymentNews('paymentRefunded', checkoutId, at).execute(tx)
  return [
    { subject: 'attempt', subjectId: attemptId, from: 'REVERSING', to: 'REVERSED', detail: {} },
    { subject: 'checkout', subjectId: checkoutId, from: 'REVERSING', to: 'REVERSED', detail: {} },
    ...cancelled,
    ...(await withdrawFromPayer(tx, { id: checkoutId, publicId }, receiptTemplate)),
    ...(await queueToPayer(tx, result.checkoutId, result.email, at)),
  ]
}

/** Otherwise the payer would believe an email that has not left yet, as when no mail server accepted it. */
export async function withdrawFromPayer(
  tx: Tx,
  { id: subjectId, publicId }: { id: number; publicId: CheckoutPublicId },
  template: TemplateName,
): Promise<PaymentEvent[]> {
  if ((await withdrawEmails(tx, keyOfEmail(template, publicId))) === 0) return []
  return [{ subject: 'letter', subjectId, from: 'QUEUED', to: 'WITHDRAWN', detail: { kind: template } }]
}

/** With the event that says so. */
export async function queueToPayer(
  tx: Tx,
  checkoutId: number,
  email: NewEmail | null,
  at: Instant,
): Promise<PaymentEvent[]> {
  if (!email) return []
  await queueEmail(tx, email, at)
  return [{ subject: 'letter', subjectId: checkoutId, from: null, to: 'QUEUED', detail: { kind: email.template } }]
}

/** A void that came too late becomes a refund of the same charge. */
async function insertRefund(tx: Tx, { id, at }: ReversalOutcome, reference: string): Promise<PaymentEvent> {
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

/** The gateway refused a refund, so the payment stands as it did before. */
export async function paymentStands(tx: Tx, checkoutId: number, attemptId: number): Promise<PaymentEvent[]> {
  await moveCharged(tx, { checkoutId, attemptId, attempt: 'CHARGED' })
  return [
    {
      subject: 'attempt',
      subjectId: attemptId,
      from: 'REVERSING',
      to: 'CHARGED',
      detail: { reason: 'refund refused' },
    },
    { subject: 'checkout', subjectId: checkoutId, from: 'REVERSING', to: 'PAID', detail: {} },
  ]
}

/** After a refund, a lost dispute, or a resolution that was undone: makes the postings due to be cancelled and enters it. Nothing without postings. */
export async function cancelPostings(
  tx: Tx,
  checkoutId: number,
  at: Instant,
  book: 'card' | 'disputed' = 'card',
  cause: LaterCause | null = null,
): Promise<PaymentEvent[]> {
  const { rows } = await sql<{ item_id: number; receipt_number: string; state: PostingState }>`
    with given_back as (
      update posting set
        state = case state when 'POSTED' then 'CANCEL_DUE' else state end,
        next_try_at = ${at}::timestamptz, tries = 0, lease_until = null
      where checkout_id = ${checkoutId} and state in ('POSTED', 'REJECTED')
      returning item_id, receipt_number, state, amount_cents),
    entered as (
      insert into ledger_entry (checkout_id, item_id, book, amount_cents, entered_at, cause)
      select ${checkoutId}::bigint, null, ${book}, -sum(amount_cents), ${at}::timestamptz, ${cause} from given_back
      having count(*) > 0
      union all
      select ${checkoutId}::bigint, item_id, 'unposted', amount_cents, ${at}::timestamptz, ${cause} from given_back)
    select item_id, receipt_number, state from given_back order by item_id
  `.execute(tx)
  return rows
    .filter(({ state }) => state === 'CANCEL_DUE')
    .map(({ item_id: subjectId, receipt_number: receipt }) => {
      return { subject: 'posting', subjectId, from: 'POSTED', to: 'CANCEL_DUE', detail: { receipt } }
    })
}
