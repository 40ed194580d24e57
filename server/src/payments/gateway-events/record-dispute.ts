import type { Instant } from '@portal/contract/dates'
import type { Cents } from '@portal/contract/money'
import { sql } from 'kysely'
import type { FoundDispute } from '../../adapters/card-gateway/port-events.ts'
import type { Tx } from '../../database/connect.ts'
import { scrub } from '../../database/long-digits.ts'
import type { AttemptState, DisputeState } from '../../database/tables/payments.ts'
import { insertPaymentNews } from '../../foundation/messages/news.ts'
import type { NewEmail } from '../../foundation/messages/outbox.ts'
import type { EventResult } from '../checkout.ts'
import type { Engine } from '../engine.ts'
import { moveCharged } from '../records/attempts.ts'
import { lockCheckout, readById } from '../records/checkouts.ts'
import { type PaymentEvent, appendEvents } from '../records/events.ts'
import { enterMoves } from '../records/ledger.ts'
import { reversedEmail } from '../reversals/emails.ts'
import { cancelPostings, queueToPayer } from '../reversals/record-reversal.ts'
import { chargedStates, disputeMoves } from '../states.ts'

const stateOf = {
  warned: 'WARNED',
  asked: 'ASKED',
  open: 'OPEN',
  won: 'WON',
  lost: 'LOST',
  closed: 'CLOSED',
} as const satisfies Record<Exclude<FoundDispute['state'], 'unclear'>, DisputeState>

/**
 * What the bank says of a charge. While a dispute is open, the money is not ours; once it is lost, the payment is taken
 * back as by a refund, if it is about all of it. A charge that is not settled, or is being refunded, has to be first.
 */
export async function recordDispute(engine: Engine, tag: string, found: FoundDispute): Promise<EventResult> {
  const at = engine.clock.now()
  const attempt = await engine.db
    .selectFrom('charge_attempt')
    .select('checkout_id')
    .where('transaction_tag', '=', found.chargeTag)
    .where('gateway', '=', engine.gateway.name)
    .executeTakeFirst()
  if (!attempt) return 'done'
  const checkout = found.state === 'lost' ? await readById(engine.db, attempt.checkout_id) : null
  const email = checkout && reversedEmail(engine, checkout, 'dispute')
  const result = await engine.db.transaction().execute(async (tx) => {
    await lockCheckout(tx, attempt.checkout_id)
    return await recordWithin(tx, {
      gateway: engine.gateway.name,
      tag,
      found,
      checkoutId: attempt.checkout_id,
      at,
      email,
    })
  })
  if (result === 'unheardOf') engine.monitoring.alarm('A dispute has an unknown status', { tag })
  if (result === 'unexpected') engine.monitoring.alarm('The gateway changed a closed dispute', { tag })
  return result === 'notYet' ? 'notYet' : 'done'
}

interface Told {
  gateway: string
  tag: string
  found: FoundDispute
  checkoutId: number
  at: Instant
  /** To the payer when the payment is taken back. */
  email: NewEmail | null
}

async function recordWithin(tx: Tx, told: Told): Promise<EventResult | 'unheardOf' | 'unexpected'> {
  const payment = await readPayment(tx, told.checkoutId)
  if (!payment || !chargedStates.some((state) => state === payment.state) || payment.state === 'REVERSING')
    return 'notYet'
  const before = await readDispute(tx, told)
  const { state: said } = told.found
  if (said === 'unclear' && before) return 'unheardOf'
  const to = said === 'unclear' ? 'ASKED' : stateOf[said]
  const amount = before?.amount ?? told.found.amount ?? payment.amount
  if (to === 'LOST' && payment.state === 'CHARGED' && amount === payment.amount && payment.isPosting) return 'notYet'
  if (before && before.state !== to && !isLegal(before.state, to)) {
    // Of an appeal, only the end counts.
    return before.state === 'LOST' && to === 'OPEN' ? 'done' : 'unexpected'
  }
  const id = await writeDispute(tx, told, to, amount)
  if (before?.state !== to) {
    const { reason } = told.found
    const move = { from: before?.state ?? null, to, detail: { amount, message: reason, tag: told.tag } }
    await appendEvents(tx, told.checkoutId, told.at, [
      { subject: 'dispute', subjectId: id, ...move },
      ...(await moveMoney(tx, told, { id, to, amount, payment, before })),
    ])
  }
  return said === 'unclear' ? 'unheardOf' : 'done'
}

interface Payment {
  attemptId: number
  state: AttemptState
  amount: Cents
  isPosting: boolean
}

async function readPayment(tx: Tx, checkoutId: number): Promise<Payment | undefined> {
  const { rows } = await sql<Payment>`
    select id as "attemptId", state, amount_cents as amount,
      exists (select from posting where posting.checkout_id = attempt.checkout_id and posting.state in ('PENDING', 'POSTING'))
        as "isPosting"
    from charge_attempt attempt where checkout_id = ${checkoutId} for no key update of attempt
  `.execute(tx)
  return rows[0]
}

interface Before {
  state: DisputeState
  amount: Cents
  tookBack: boolean
}

async function readDispute(tx: Tx, { gateway, tag }: Told): Promise<Before | undefined> {
  return await tx
    .selectFrom('dispute')
    .select(['state', 'amount_cents as amount', 'took_back as tookBack'])
    .where('gateway', '=', gateway)
    .where('tag', '=', tag)
    .executeTakeFirst()
}

function isLegal(from: DisputeState, to: DisputeState): boolean {
  return disputeMoves[from].some((state) => state === to)
}

/** A person has to see it again only when it has moved. */
async function writeDispute(tx: Tx, told: Told, to: DisputeState, amount: Cents): Promise<number> {
  const { gateway, tag, checkoutId, at, found } = told
  const isDecided = to === 'WON' || to === 'LOST' || to === 'CLOSED'
  const { rows } = await sql<{ id: number }>`
    insert into dispute (checkout_id, gateway, tag, amount_cents, reason, state, evidence_due_at, opened_at, decided_at,
      needs_person)
    values (${checkoutId}, ${gateway}, ${tag}, ${amount}, ${scrub(found.reason)}, ${to},
      ${found.evidenceDueAt}::timestamptz, ${found.openedAt}::timestamptz, ${isDecided ? at : null}::timestamptz,
      ${to !== 'CLOSED'})
    on conflict (gateway, tag) do update set state = excluded.state, reason = excluded.reason,
      evidence_due_at = excluded.evidence_due_at,
      decided_at = case when dispute.state = excluded.state then dispute.decided_at else excluded.decided_at end,
      needs_person = case when dispute.state = excluded.state then dispute.needs_person else excluded.needs_person end
    returning id
  `.execute(tx)
  return rows[0]?.id ?? 0
}

interface Change {
  id: number
  to: DisputeState
  amount: Cents
  payment: Payment
  before: Before | undefined
}

const isHeld = (state: DisputeState | undefined): boolean => state === 'OPEN' || state === 'LOST'

async function moveMoney(tx: Tx, told: Told, { id, to, amount, payment, before }: Change): Promise<PaymentEvent[]> {
  const { checkoutId, at } = told
  if (isHeld(before?.state) && !isHeld(to)) {
    const from = before?.tookBack ? 'unposted' : 'disputed'
    await enterMoves(tx, { checkoutId, at, cause: 'disputeReturned', from, to: 'card', amount })
    return []
  }
  if (!isHeld(before?.state) && isHeld(to)) {
    await enterMoves(tx, { checkoutId, at, cause: 'disputed', from: 'card', to: 'disputed', amount })
  }
  const takesBack = to === 'LOST' && payment.state === 'CHARGED' && amount === payment.amount
  return takesBack ? await takeBack(tx, told, id, payment) : []
}

/** The accounts owe it again. */
async function takeBack(
  tx: Tx,
  { checkoutId, at, email }: Told,
  disputeId: number,
  { attemptId }: Payment,
): Promise<PaymentEvent[]> {
  await tx.updateTable('dispute').set({ took_back: true }).where('id', '=', disputeId).execute()
  await moveCharged(tx, { checkoutId, attemptId, attempt: 'REVERSED', decidedAt: at })
  await insertPaymentNews('paymentFailed', checkoutId, at).execute(tx)
  return [
    { subject: 'attempt', subjectId: attemptId, from: 'CHARGED', to: 'REVERSED', detail: { reason: 'dispute lost' } },
    { subject: 'checkout', subjectId: checkoutId, from: 'PAID', to: 'REVERSED', detail: {} },
    ...(await cancelPostings(tx, checkoutId, at, 'disputed')),
    ...(await queueToPayer(tx, checkoutId, email, at)),
  ]
}
