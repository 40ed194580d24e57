import type { Cents } from '@portal/contract/money'
import { sql } from 'kysely'
import type { Tx } from '../../database/connect.ts'
import { scrub } from '../../database/long-digits.ts'
import type { AttemptState, DisputeState, ReversalCause, ReversalState } from '../../database/tables/payments.ts'
import { emailWork } from '../../messages/outbox/message.ts'
import { type Engine, cancellationWork, inquiryWork, postingWork, reversalWork, startReversal } from '../engine.ts'
import { lockCheckout } from '../records/checkouts.ts'
import { type PaymentEvent, appendEvents } from '../records/events.ts'
import { closeResolution } from '../records/hand-resolutions.ts'
import { makePostingsDue } from '../records/posting-moves.ts'
import { causeOfNext } from '../records/refused-reversals.ts'
import { requestReversal } from '../records/reversals.ts'
import type { ManualAction } from '../reversals/request-refund.ts'

/** False when there is neither an unknown outcome nor a void or refund under way. */
export async function inquireNow(tx: Tx, action: ManualAction): Promise<boolean> {
  return await makeAction(tx, action, makeInquiriesDueNow)
}

/** Makes the engine report again what the billing system refused or has not answered. */
export async function postAgain(tx: Tx, action: ManualAction): Promise<boolean> {
  return await makeAction(tx, action, async (within, { checkoutId, at }) =>
    (await makePostingsDue(within, checkoutId, at)).map(({ itemId: subjectId, from, to }) =>
      manualEvent(action, { subject: 'posting', subjectId, from, to }),
    ),
  )
}

/** Without refunds that finance requested: those take a new request and two people. */
export async function sendAgain(engine: Engine, tx: Tx, action: ManualAction): Promise<boolean> {
  return await makeAction(tx, action, async (within, each) => await requestAgain(engine, within, each))
}

/** Once the transaction has committed. */
export function wakeEngine(engine: Pick<Engine, 'wake'>): void {
  for (const work of [inquiryWork, reversalWork, postingWork, cancellationWork, emailWork]) engine.wake(work)
}

async function makeAction(
  tx: Tx,
  action: ManualAction,
  make: (tx: Tx, action: ManualAction) => Promise<PaymentEvent[]>,
): Promise<boolean> {
  await lockCheckout(tx, action.checkoutId)
  const events = await make(tx, action)
  if (events.length > 0) await appendEvents(tx, action.checkoutId, action.at, events)
  return events.length > 0
}

async function makeInquiriesDueNow(tx: Tx, action: ManualAction): Promise<PaymentEvent[]> {
  const { checkoutId, at } = action
  const { rows } = await sql<{ subject: 'attempt' | 'reversal'; id: number; state: AttemptState | ReversalState }>`
    with looked as (
      update charge_attempt set next_look_at = ${at}::timestamptz
      where checkout_id = ${checkoutId}::bigint and state in ('UNKNOWN', 'ESCALATED', 'PROCESSING')
      returning 'attempt', id, state),
    tried as (
      update reversal set next_try_at = ${at}::timestamptz
      where checkout_id = ${checkoutId}::bigint and state in ('REQUESTED', 'SENT', 'UNKNOWN')
      returning 'reversal', id, state)
    select * from looked as row (subject, id, state) union all select * from tried
  `.execute(tx)
  return rows.map(({ subject, id, state }) => manualEvent(action, { subject, subjectId: id, from: state, to: state }))
}

interface Refused {
  attempt_id: number
  transaction_tag: string
  authorization_number: string
  amount_cents: Cents
  cause: ReversalCause
}

async function requestAgain(engine: Engine, tx: Tx, action: ManualAction): Promise<PaymentEvent[]> {
  const { checkoutId, at, by } = action
  const reason = scrub(action.reason)
  const { rows } = await sql<Refused>`
    select attempt_id, transaction_tag, authorization_number, amount_cents, ${causeOfNext} as cause from reversal
    where checkout_id = ${checkoutId}::bigint and needs_person and ${causeOfNext} <> 'refund' order by id for update
  `.execute(tx)
  const events: PaymentEvent[] = []
  for (const { attempt_id: attemptId, transaction_tag: tag, cause, ...charge } of rows) {
    const reversal = {
      ...startReversal(engine),
      tag,
      authorization: charge.authorization_number,
      amount: charge.amount_cents,
      cause,
      reason,
      requestedBy: by,
    }
    events.push(await requestReversal(tx, { checkoutId, attemptId, at }, reversal))
  }
  return events
}

/** The payment stands. A reversal that the engine itself wants cannot be closed: it is owed to the payer. */
export async function closeRefund(tx: Tx, action: ManualAction): Promise<boolean> {
  return await makeAction(tx, action, async () => {
    const { rows } = await sql<{ id: number }>`
      update reversal set needs_person = false
      where checkout_id = ${action.checkoutId}::bigint and needs_person and ${causeOfNext} = 'refund'
      returning id
    `.execute(tx)
    return rows.map(({ id }) =>
      manualEvent(action, { subject: 'reversal', subjectId: id, from: 'REFUSED', to: 'REFUSED' }),
    )
  })
}

/** Seen by a person once the gateway has nothing more to decide. */
export async function closeDisputes(tx: Tx, action: ManualAction): Promise<boolean> {
  return await makeAction(tx, action, async () => {
    const { rows } = await sql<{ id: number; state: DisputeState }>`
      update dispute set needs_person = false
      where checkout_id = ${action.checkoutId}::bigint and needs_person and state in ('WARNED', 'WON', 'LOST')
      returning id, state
    `.execute(tx)
    return rows.map(({ id, state }) =>
      manualEvent(action, { subject: 'dispute', subjectId: id, from: state, to: state }),
    )
  })
}

/** Seen by a person: the accounts owe it again. */
export async function closeReturn(tx: Tx, action: ManualAction): Promise<boolean> {
  return await makeAction(tx, action, async () => {
    const { rows } = await sql<{ id: number }>`
      update charge_attempt set return_seen_at = ${action.at}::timestamptz
      where checkout_id = ${action.checkoutId}::bigint and state = 'RETURNED' and return_seen_at is null
      returning id
    `.execute(tx)
    return rows.map(({ id }) =>
      manualEvent(action, { subject: 'attempt', subjectId: id, from: 'RETURNED', to: 'RETURNED' }),
    )
  })
}

/** As it stands, although the gateway disagrees or has not answered. */
export async function keepResolution(tx: Tx, action: ManualAction): Promise<boolean> {
  await lockCheckout(tx, action.checkoutId)
  if (!(await closeResolution(tx, action.checkoutId, null))) return false
  await addNote(tx, action, 'kept the resolution')
  return true
}

/** For an action that does not change the payment's state, such as requesting a refund. */
export async function addNote(tx: Tx, action: ManualAction, what: string): Promise<void> {
  await makeAction(tx, action, async () => {
    const { checkoutId: subjectId, reason, by } = action
    const { rows } = await sql<{ state: string }>`select state from checkout where id = ${subjectId}::bigint`.execute(
      tx,
    )
    return rows.map(({ state }) => ({
      subject: 'checkout',
      subjectId,
      from: state,
      to: state,
      detail: { kind: what, reason, by },
    }))
  })
}

function manualEvent({ reason, by }: ManualAction, event: Omit<PaymentEvent, 'detail'>): PaymentEvent {
  return { ...event, detail: { reason, by } }
}
