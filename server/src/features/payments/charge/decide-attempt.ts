import { sql } from 'kysely'
import pg from 'pg'
import type { Db, Tx } from '../../../database/connect.ts'
import type { AttemptState } from '../../../database/tables/payments.ts'
import { queueLetter } from '../../../foundation/mail/outbox.ts'
import { appendEvents, type PaymentEvent } from '../events.ts'
import { lockCheckout } from '../lock-checkout.ts'
import { requestReversals } from '../reversals/reversal-queries.ts'
import { scrubOrNull } from '../scrub.ts'
import { attemptStatesBefore, checkoutStateOf, isUndecided, itemStatusOf } from '../states.ts'
import { type Decision, TagOfAnother } from '../store.ts'

/**
 * Commits the outcome of an attempt with everything that follows from it, at once (docs/payments.md):
 * the states, the postings with their receipt numbers, the ledger, the letter, the log, and the freed accounts.
 * @returns false when the attempt had moved on, or the caller's lease was lost: then nothing has changed.
 * @throws TagOfAnother
 */
export async function decideAttempt(db: Db, decision: Decision): Promise<boolean> {
  try {
    return await db.transaction().execute(async (tx) => await decideWithin(tx, decision))
  } catch (error) {
    throw isTagTaken(error)
      ? new TagOfAnother('The transaction tag belongs to another payment', { cause: error })
      : error
  }
}

/** What keeps a transaction tag from standing for two payments (migrations 0004 and 0007). */
const uniqueTags = ['charge_attempt_transaction_tag_key', 'posting_receipt_number_key', 'reversal_one_live']

function isTagTaken(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '23505' && uniqueTags.includes(error.constraint ?? '')
}

/** The same as part of a transaction that records more than the outcome. */
export async function decideWithin(tx: Tx, decision: Decision): Promise<boolean> {
  const before = await lockAttempt(tx, decision)
  if (!before) return false
  await moveAttempt(tx, decision, before)
  if (!isUndecided(decision.to)) await settleItems(tx, decision)
  if (decision.to === 'CHARGED') await insertPostings(tx, decision)
  const asked = await requestReversals(tx, decision)
  if (decision.letter) await queueLetter(tx, decision.letter, decision.at)
  await appendEvents(tx, decision.checkoutId, decision.at, [...eventsOf(decision, before.state), ...asked])
  return true
}

/** The attempt as it stood before. */
interface Before {
  state: AttemptState
  tag: string | null
}

/** Locks the checkout, then reads and locks the attempt; null unless the move is legal from where it stands. */
async function lockAttempt(tx: Tx, decision: Decision): Promise<Before | null> {
  await lockCheckout(tx, decision.checkoutId)
  const found = await sql<Before & { epoch: number }>`
    select state, epoch, transaction_tag as tag from charge_attempt where id = ${decision.attemptId} for no key update
  `.execute(tx)
  const row = found.rows[0]
  if (!row || !attemptStatesBefore(decision.to).includes(row.state)) return null
  if (!decision.from.includes(row.state)) return null
  return decision.epoch === null || decision.epoch === row.epoch ? row : null
}

/** Moves the attempt, and the checkout with it. */
async function moveAttempt(tx: Tx, decision: Decision, before: Before): Promise<void> {
  const { attemptId, checkoutId, to, at, nextLookAt } = decision
  const decidedAt = isUndecided(to) ? null : at
  await tx
    .with('moved', (query) =>
      query
        .updateTable('checkout')
        .set({ state: checkoutStateOf[to], decided_at: decidedAt })
        .where('id', '=', checkoutId),
    )
    .updateTable('charge_attempt')
    .set({
      state: to,
      decided_at: decidedAt,
      next_look_at: nextLookAt,
      lease_until: null,
      epoch: sql`epoch + 1`,
      ...answered(decision, before),
    })
    .where('id', '=', attemptId)
    .execute()
}

/**
 * The columns to set from the gateway's reply. A look lists less than a reply tells, so fields it does not know keep
 * their recorded values, unless the reply is about another transaction for the same reference.
 */
function answered({ reply }: Decision, before: Before) {
  if (!reply) return {}
  const columns = {
    transaction_tag: reply.tag,
    authorization_number: scrubOrNull(reply.authorization),
    sequence_number: scrubOrNull(reply.sequence),
    exact_code: scrubOrNull(reply.exactCode),
    exact_message: scrubOrNull(reply.exactMessage),
    bank_code: scrubOrNull(reply.bankCode),
    bank_message: scrubOrNull(reply.bankMessage),
    avs: scrubOrNull(reply.avs),
    cvv2: scrubOrNull(reply.cvv2),
    gateway_record: scrubOrNull(reply.record),
  }
  const isAnother = before.tag !== null && reply.tag !== null && before.tag !== reply.tag
  return isAnother ? columns : Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== null))
}

/** Sets the status of every account's payment, and frees the accounts for the next one. */
async function settleItems(tx: Tx, { attemptId, checkoutId, to }: Decision): Promise<void> {
  await tx
    .with('freed', (query) => query.deleteFrom('account_hold').where('attempt_id', '=', attemptId))
    .updateTable('checkout_item')
    .set({ status: itemStatusOf[to] })
    .where('checkout_id', '=', checkoutId)
    .execute()
}

/** The postings, and the double entry of the charge they share. */
async function insertPostings(tx: Tx, { checkoutId, at, receipts }: Decision): Promise<void> {
  await sql`
    with posted as (
      insert into posting (item_id, checkout_id, receipt_number, amount_cents, state, next_try_at)
      select item_id, ${checkoutId}, receipt_number, amount_cents, 'PENDING', ${at}::timestamptz from unnest(
        ${receipts.map((receipt) => receipt.itemId)}::bigint[],
        ${receipts.map((receipt) => receipt.receiptNumber)}::text[],
        ${receipts.map((receipt) => receipt.amount)}::bigint[]
      ) as receipt(item_id, receipt_number, amount_cents)
      returning item_id, amount_cents)
    insert into ledger_entry (checkout_id, item_id, book, amount_cents, entered_at)
    select ${checkoutId}::bigint, null, 'card', sum(amount_cents), ${at}::timestamptz from posted
    union all
    select ${checkoutId}::bigint, item_id, 'unposted', -amount_cents, ${at}::timestamptz from posted
  `.execute(tx)
}

function eventsOf(decision: Decision, before: AttemptState): PaymentEvent[] {
  const events: PaymentEvent[] = [
    {
      subject: 'attempt',
      subjectId: decision.attemptId,
      from: before,
      to: decision.to,
      detail: { ...decision.detail, ...replyFacts(decision) },
    },
    {
      subject: 'checkout',
      subjectId: decision.checkoutId,
      from: checkoutStateOf[before],
      to: checkoutStateOf[decision.to],
      detail: {},
    },
  ]
  for (const receipt of decision.receipts) {
    const detail = { receipt: receipt.receiptNumber, amount: receipt.amount }
    events.push({ subject: 'posting', subjectId: receipt.itemId, from: null, to: 'PENDING', detail })
  }
  if (decision.letter) {
    const detail = { kind: decision.letter.kind }
    events.push({ subject: 'letter', subjectId: decision.checkoutId, from: null, to: 'QUEUED', detail })
  }
  return events
}

/** The gateway's answer for the transaction log (A§3), without its printed record, which stands on the attempt. */
function replyFacts({ reply }: Decision): Decision['detail'] {
  if (!reply) return {}
  const { record: _, ...facts } = reply
  return facts
}
