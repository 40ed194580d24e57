import type { Instant } from '@portal/contract/dates'
import type { Cents } from '@portal/contract/money'
import { sql } from 'kysely'
import { isLateReturn } from '../../adapters/payment-gateway/port-bank-accounts.ts'
import type { FoundDispute } from '../../adapters/payment-gateway/port-events.ts'
import type { Tx } from '../../database/connect.ts'
import { scrub } from '../../database/long-digits.ts'
import type { AttemptState, DisputeState } from '../../database/tables/payments.ts'
import { type Engine, inquiryWork } from '../engine.ts'
import { makeInquiryDue } from '../records/attempts.ts'
import { lockCheckout, readById } from '../records/checkouts.ts'
import { type PaymentEvent, appendEvents } from '../records/events.ts'
import { type EventResult, movesOfDispute, storeEvents } from '../records/gateway-events.ts'
import { enterMoves } from '../records/ledger.ts'
import { findCharge } from '../records/named-charges.ts'
import type { StoredCheckout } from '../records/stored-checkout.ts'
import { disputeMoves, isRunning, requireLegal, wasCharged } from '../states.ts'
import { tellNotRecorded } from './not-recorded.ts'
import { type Decided, takeAgain, takeBack } from './take-back.ts'

const stateOf = {
  warned: 'WARNED',
  asked: 'ASKED',
  open: 'OPEN',
  won: 'WON',
  lost: 'LOST',
  closed: 'CLOSED',
} as const satisfies Record<Exclude<FoundDispute['state'], 'unclear'>, DisputeState>

/** `asOf`: its moves before the gateway was asked. */
interface Dispute {
  tag: string
  asOf: number
}

/**
 * What the bank says of a charge. While a dispute is open, the money is not ours; once it is lost, the payment is taken
 * back as by a refund, if it is about all of it, and counts again if the bank changes its mind. A charge that is not
 * settled, or is being refunded or posted, has to be first.
 */
export async function recordDispute(engine: Engine, { tag, asOf }: Dispute, found: FoundDispute): Promise<EventResult> {
  const payment = await findCharge(engine.db, engine.gateway.name, found)
  const checkout = payment && (await readById(engine.db, payment.checkoutId))
  if (!checkout) return await tellOfNoPayment(engine, tag, found)
  const result = await engine.db.transaction().execute(async (tx) => {
    await lockCheckout(tx, checkout.id)
    return await recordWithin(engine, tx, { tag, asOf, found, checkout, at: engine.clock.now() })
  })
  if (result === 'unheardOf') engine.monitoring.alarm('A dispute has an unknown status', { tag })
  if (result === 'unexpected') engine.monitoring.alarm('The gateway changed a closed dispute', { tag })
  if (result !== 'notYet') return 'done'
  // That it was paid may not have arrived: its next inquiry could be days away.
  if (isRunning(checkout.attempt.state)) {
    await makeInquiryDue(engine.db, checkout.attempt.id, engine.clock.now())
    engine.wake(inquiryWork)
  }
  return result
}

/**
 * For a payment that never was their charge's: they are told anew, and recorded where they belong. The checkout is locked.
 * @returns their tags
 */
export async function releaseDisputes(engine: Engine, tx: Tx, checkoutId: number, at: Instant): Promise<string[]> {
  const released = await tx
    .deleteFrom('dispute')
    .where('checkout_id', '=', checkoutId)
    .returning(['id', 'tag', 'state', 'amount_cents as amount'])
    .execute()
  for (const { amount } of released.filter(({ state }) => isHeld(state))) {
    await enterMoves(tx, { checkoutId, at, cause: 'disputeReturned', from: 'disputed', to: 'card', amount })
  }
  const events = released.map(({ id, tag }) => ({ id: `released-${id}`, subject: 'dispute', tag }) as const)
  await storeEvents(tx, engine.gateway.name, events, at)
  return released.map(({ tag }) => tag)
}

async function tellOfNoPayment(engine: Engine, tag: string, found: FoundDispute): Promise<EventResult> {
  const { amount, chargeTag, chargeReference: reference, reason, state } = found
  await tellNotRecorded(engine, {
    kind: 'disputeNotRecorded',
    subject: tag,
    reference,
    tag: chargeTag,
    gateway: amount,
    detail: `Gateway: ${state}, charge #${chargeTag}, ${reason}.`,
  })
  return 'done'
}

interface Told extends Dispute {
  found: FoundDispute
  checkout: StoredCheckout
  at: Instant
}

async function recordWithin(engine: Engine, tx: Tx, told: Told): Promise<EventResult | 'unheardOf' | 'unexpected'> {
  const { name: gateway } = engine.gateway
  const { tag, found, checkout, at } = told
  const { id: checkoutId } = checkout
  const payment = await readPayment(tx, checkoutId)
  if (!payment || !wasCharged(payment.state) || payment.isReversing) return 'notYet'
  if ((await movesOfDispute(tx, gateway, tag)) !== told.asOf) return 'notYet'
  const before = await readDispute(tx, gateway, tag)
  const { state: said } = found
  if (said === 'unclear' && before) return 'unheardOf'
  const to = said === 'unclear' ? 'ASKED' : stateOf[said]
  const amount = before?.amount ?? found.amount ?? payment.amount
  if (payment.isPosting && movesPayment(payment, before, to, amount)) return 'notYet'
  if (before && before.state !== to && !disputeMoves[before.state].some((state) => state === to)) {
    // Of an appeal, only the end counts.
    return before.state === 'LOST' && to === 'OPEN' ? 'done' : 'unexpected'
  }
  const id = await moveDispute(tx, { gateway, ...told }, before?.state ?? null, to, amount)
  if (before?.state !== to) {
    const isReturn = isLateReturn(found.returned)
    const detail = { amount, message: found.reason, tag, ...(isReturn && { isReturn }) }
    const move = { from: before?.state ?? null, to, detail }
    const turn = `${tag}-${told.asOf}`
    await appendEvents(tx, checkoutId, at, [
      { subject: 'dispute', subjectId: id, ...move },
      ...(await moveMoney(
        engine,
        tx,
        { checkout, disputeId: id, turn, at, returned: found.returned },
        { to, amount, payment, before },
      )),
    ])
  }
  return said === 'unclear' ? 'unheardOf' : 'done'
}

interface Payment {
  state: AttemptState
  amount: Cents
  /** The billing system has still to answer about its postings or cancellations. */
  isPosting: boolean
  /** A void or refund of it is under way. */
  isReversing: boolean
  /** The refund that the bank returned is owed. */
  isOwed: boolean
}

async function readPayment(tx: Tx, checkoutId: number): Promise<Payment | undefined> {
  const { rows } = await sql<Payment>`
    select state, amount_cents as amount,
      exists (select from posting where posting.checkout_id = attempt.checkout_id
        and posting.state in ('PENDING', 'POSTING', 'CANCEL_DUE', 'CANCELLING')) as "isPosting",
      exists (select from reversal where reversal.checkout_id = attempt.checkout_id
        and reversal.state in ('REQUESTED', 'SENT', 'UNKNOWN')) as "isReversing",
      state = 'REVERSING' and exists (select from posting where posting.checkout_id = attempt.checkout_id) as "isOwed"
    from charge_attempt attempt where checkout_id = ${checkoutId} for no key update of attempt
  `.execute(tx)
  return rows[0]
}

interface Before {
  state: DisputeState
  amount: Cents
  tookBack: boolean
}

async function readDispute(tx: Tx, gateway: string, tag: string): Promise<Before | undefined> {
  return await tx
    .selectFrom('dispute')
    .select(['state', 'amount_cents as amount', 'took_back as tookBack'])
    .where('gateway', '=', gateway)
    .where('tag', '=', tag)
    .executeTakeFirst()
}

/** Whether the payment changes hands with it. */
function movesPayment(payment: Payment, before: Before | undefined, to: DisputeState, amount: Cents): boolean {
  if (before?.tookBack) return !isHeld(to)
  return to === 'LOST' && amount === payment.amount && (payment.state === 'CHARGED' || payment.isOwed)
}

/** The only writer of its state. A person has to see it again only when it has moved. The checkout is locked. */
async function moveDispute(
  tx: Tx,
  { gateway, tag, checkout, at, found }: Told & { gateway: string },
  from: DisputeState | null,
  to: DisputeState,
  amount: Cents,
): Promise<number> {
  if (from !== null && from !== to) requireLegal('a dispute', disputeMoves, from, to)
  const isDecided = to === 'WON' || to === 'LOST' || to === 'CLOSED'
  const { rows } = await sql<{ id: number }>`
    insert into dispute (checkout_id, gateway, tag, amount_cents, reason, state, evidence_due_at, opened_at, decided_at,
      is_return, needs_person)
    values (${checkout.id}, ${gateway}, ${tag}, ${amount}, ${scrub(found.reason)}, ${to},
      ${found.evidenceDueAt}::timestamptz, ${found.openedAt}::timestamptz, ${isDecided ? at : null}::timestamptz,
      ${isLateReturn(found.returned)}, ${to !== 'CLOSED'})
    on conflict (gateway, tag) do update set state = excluded.state, reason = excluded.reason,
      evidence_due_at = excluded.evidence_due_at,
      decided_at = case when dispute.state = excluded.state then dispute.decided_at else excluded.decided_at end,
      needs_person = case when dispute.state = excluded.state then dispute.needs_person else excluded.needs_person end
    where dispute.state = ${from}
    returning id
  `.execute(tx)
  const [moved] = rows
  if (!moved) throw new Error('A dispute that was locked has moved')
  return moved.id
}

interface Change {
  to: DisputeState
  amount: Cents
  payment: Payment
  before: Before | undefined
}

const isHeld = (state: DisputeState | undefined): boolean => state === 'OPEN' || state === 'LOST'

async function moveMoney(
  engine: Engine,
  tx: Tx,
  decided: Decided,
  { to, amount, payment, before }: Change,
): Promise<PaymentEvent[]> {
  const { at } = decided
  const checkoutId = decided.checkout.id
  if (isHeld(before?.state) && !isHeld(to)) {
    if (before?.tookBack) return await takeAgain(engine, tx, decided)
    await enterMoves(tx, { checkoutId, at, cause: 'disputeReturned', from: 'disputed', to: 'card', amount })
    return []
  }
  if (!isHeld(before?.state) && isHeld(to)) {
    await enterMoves(tx, { checkoutId, at, cause: 'disputed', from: 'card', to: 'disputed', amount })
  }
  if (!movesPayment(payment, before, to, amount)) return []
  return await takeBack(engine, tx, payment.state === 'CHARGED' ? 'CHARGED' : 'REVERSING', decided)
}
