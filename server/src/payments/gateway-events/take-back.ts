import type { Instant } from '@portal/contract/dates'
import { sql } from 'kysely'
import { type BankReturn, isLateReturn } from '../../adapters/payment-gateway/port-bank-accounts.ts'
import type { Tx } from '../../database/connect.ts'
import { scrubOrNull } from '../../database/long-digits.ts'
import type { AttemptState } from '../../database/tables/payments.ts'
import { isQueued } from '../../messages/outbox/queue-email.ts'
import { type NewEmail, keyOfRepeat } from '../../wording/customer-email.ts'
import { bankEmail, receiptTemplate } from '../emails.ts'
import type { Engine } from '../engine.ts'
import { insertPaymentNotifications } from '../notify.ts'
import { blockAccount } from '../planned/methods.ts'
import { blockedAfter } from '../planned/rules.ts'
import { moveAttempt } from '../records/attempt-moves.ts'
import type { PaymentEvent } from '../records/events.ts'
import { enterMoves } from '../records/ledger.ts'
import { cancelPostings, postAgain } from '../records/posting-moves.ts'
import type { StoredCheckout } from '../records/stored-checkout.ts'
import { disputeWonEmail, refundReturnedEmail, reversedEmail } from '../reversals/emails.ts'
import { queueToPayer, withdrawFromPayer } from '../reversals/record-reversal.ts'

/** A dispute of a whole payment, and each time that it is decided otherwise. */
export interface Decided {
  checkout: StoredCheckout
  disputeId: number
  /** Unlike in any other decision about it. */
  turn: string
  at: Instant
  /** Of a payment from a bank account: why it came back. */
  returned?: BankReturn | undefined
}

/** The bank has given the payer all of a payment, which a refund had given back, too, or still had to. */
export async function lostDisputeOf(tx: Tx, checkoutId: number): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select dispute.id from dispute join charge_attempt attempt using (checkout_id)
    where checkout_id = ${checkoutId}::bigint and dispute.state = 'LOST' and not took_back
      and dispute.amount_cents = attempt.amount_cents
      and exists (select from posting where posting.checkout_id = attempt.checkout_id)
    order by dispute.id limit 1`.execute(tx)
  return rows[0]?.id ?? null
}

/** The bank has taken a payment back for good, or a refund that was owed is made by that: the accounts owe it. */
export async function takeBack(
  engine: Engine,
  tx: Tx,
  from: Extract<AttemptState, 'CHARGED' | 'REVERSING'>,
  { checkout, disputeId, turn, at, returned }: Decided,
): Promise<PaymentEvent[]> {
  const { id: checkoutId, attempt } = checkout
  await tx.updateTable('dispute').set({ took_back: true }).where('id', '=', disputeId).execute()
  const columns = returnColumns(returned ?? null)
  const move = { checkoutId, attemptId: attempt.id, from, to: 'REVERSED', decidedAt: at, columns } as const
  const why = isLateReturn(returned) ? returned.reason : null
  await blockReturned(tx, attempt.id, returned, at)
  const moved = await moveAttempt(tx, move, { reason: why === null ? 'dispute lost' : 'returned by the bank' })
  const email =
    why === null ? reversedEmail(engine, checkout, 'dispute') : bankEmail(engine, checkout, 'bank-returned', { why })
  return [
    ...moved,
    ...(from === 'CHARGED' ? await unpost(tx, checkoutId, at, turn) : await giveByDispute(tx, checkoutId, at)),
    ...(await withdrawFromPayer(tx, checkout, receiptTemplate)),
    ...(await withdrawFromPayer(tx, checkout, 'dispute-won')),
    ...(await queueToPayer(tx, checkoutId, await everyTurn(tx, email, turn), at)),
  ]
}

/** AutoPay debits no account that sent a payment back for good. */
async function blockReturned(tx: Tx, attemptId: number, returned: BankReturn | undefined, at: Instant): Promise<void> {
  const block = returned ? blockedAfter[returned.reason] : null
  if (!block) return
  const attempt = tx.selectFrom('charge_attempt').select('bank_fingerprint as fingerprint').where('id', '=', attemptId)
  const { fingerprint } = await attempt.executeTakeFirstOrThrow()
  if (fingerprint !== null) await blockAccount(tx, fingerprint, block, at)
}

function returnColumns(returned: BankReturn | null) {
  return { return_reason: returned?.reason ?? null, return_code: scrubOrNull(returned?.code ?? null) }
}

async function unpost(tx: Tx, checkoutId: number, at: Instant, turn: string): Promise<PaymentEvent[]> {
  await insertPaymentNotifications('paymentFailed', checkoutId, at, turn).execute(tx)
  return await cancelPostings(tx, checkoutId, at, 'disputed')
}

/** No person has to send again what the bank returned. */
async function giveByDispute(tx: Tx, checkoutId: number, at: Instant): Promise<PaymentEvent[]> {
  await enterMoves(tx, { checkoutId, at, cause: 'givenBack', from: 'disputed', to: 'unposted' })
  await tx
    .updateTable('reversal')
    .set({ needs_person: false })
    .where('checkout_id', '=', checkoutId)
    .where('needs_person', '=', true)
    .execute()
  return []
}

/** The bank gives us back what it took: the payment counts again, or the refund that its loss had made is owed again. */
export async function takeAgain(engine: Engine, tx: Tx, decided: Decided): Promise<PaymentEvent[]> {
  const { checkout, disputeId, turn, at } = decided
  const { id: checkoutId, attempt } = checkout
  await tx.updateTable('dispute').set({ took_back: false }).where('id', '=', disputeId).execute()
  await enterMoves(tx, { checkoutId, at, cause: 'disputeReturned', from: 'unposted', to: 'card' })
  const isOwed = await oweRefund(tx, checkoutId)
  const to = isOwed ? 'REVERSING' : 'CHARGED'
  const columns = returnColumns(null)
  const move = {
    checkoutId,
    attemptId: attempt.id,
    from: 'REVERSED',
    to,
    columns,
    ...(!isOwed && { decidedAt: at }),
  } as const
  const moved = await moveAttempt(tx, move, { reason: 'dispute won' })
  const email = isOwed ? refundReturnedEmail(engine, checkout, turn) : disputeWonEmail(engine, checkout)
  return [
    ...moved,
    ...(isOwed ? [] : await repost(tx, checkoutId, at, turn)),
    ...(await withdrawFromPayer(tx, checkout, 'payment-reversed')),
    ...(await queueToPayer(tx, checkoutId, await everyTurn(tx, email, turn), at)),
  ]
}

async function repost(tx: Tx, checkoutId: number, at: Instant, turn: string): Promise<PaymentEvent[]> {
  await insertPaymentNotifications('paymentReceived', checkoutId, at, turn).execute(tx)
  return await postAgain(tx, checkoutId, at)
}

/** Of a payment that was refunded before, and whose refund came back. */
async function oweRefund(tx: Tx, checkoutId: number): Promise<boolean> {
  const { rows } = await sql`
    update reversal set needs_person = true where id = (
      select id from reversal where checkout_id = ${checkoutId}::bigint and failed_at is not null
        and cause in ('refund', 'returned')
      order by id desc limit 1)
    returning id`.execute(tx)
  return rows.length > 0
}

/** The payer reads of every turn, not only of the first. */
async function everyTurn(tx: Tx, email: NewEmail | null, turn: string): Promise<NewEmail | null> {
  const isAgain = email !== null && (await isQueued(tx, email.dedupeKey))
  return isAgain ? { ...email, dedupeKey: `${keyOfRepeat(email.dedupeKey)}${turn}` } : email
}
