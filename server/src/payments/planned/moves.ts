import type { HoldReason, SkipReason, StopReason } from '@portal/contract/autopay-reasons'
import type { CalendarDate, Instant } from '@portal/contract/dates'
import type { Cents } from '@portal/contract/money'
import { type InsertObject, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Tx } from '../../database/connect.ts'
import type { Database } from '../../database/tables.ts'
import type { AgreementState, PlannedState } from '../../database/tables/autopay.ts'
import type { AttemptState, EventDetail } from '../../database/tables/payments.ts'
import { isRunning, type Next, plannedMoves, plannedStateOf, requireLegal } from '../states.ts'
import type { PlannedCharge } from './charge.ts'

type PlannedRow = InsertObject<Database, 'planned_charge'>

/** The only writers of a planned charge's state, with its log. @returns the new rows: a bill has one for ever */
export async function insertPlanned(
  tx: Tx,
  charges: readonly Omit<PlannedRow, 'state' | 'made_at' | 'next_step_at'>[],
  detail: EventDetail,
  at: Instant,
): Promise<number[]> {
  const inserted = await tx
    .insertInto('planned_charge')
    .values(charges.map((charge) => ({ ...charge, state: 'PLANNED' as const, made_at: at, next_step_at: at })))
    .onConflict((known) => known.columns(['account_id', 'bill_id']).where('bill_id', 'is not', null).doNothing())
    .returning('id')
    .execute()
  for (const { id } of inserted) await recordAutopayEvent(tx, { chargeId: id, from: null, to: 'PLANNED', detail }, at)
  return inserted.map(({ id }) => id)
}

/** What to change beside the state. What is left out stays. */
export interface PlannedChange {
  reason?: SkipReason | StopReason | 'reversed_by_gateway' | null
  held_for?: HoldReason | null
  agreement_id?: number
  due_on?: CalendarDate
  charge_on?: CalendarDate
  scheduled_cents?: Cents
  noticed_cents?: Cents
  noticed_fee_cents?: Cents
  notice_key?: string | null
  notices?: number | RawBuilder<number>
  noticed_at?: Instant
  mailed_cents?: Cents | null
  mailed_on?: CalendarDate | null
  tries?: RawBuilder<number>
  misfires?: RawBuilder<number>
  next_step_at: Instant | RawBuilder<Instant> | null
}

/** To the same state: its day, its notice or what holds it changes. */
type To<From extends PlannedState> = From | Next<typeof plannedMoves, From>

/**
 * Those that are in one of these states, with the log of what moved; no worker that has leased one can move it any more.
 * @param detail null where nothing happened that is worth an entry
 * @returns their keys
 */
export async function moveAllPlanned<From extends PlannedState>(
  tx: Tx,
  { from, to, where }: { from: readonly From[]; to: To<From>; where: RawBuilder<unknown> },
  change: PlannedChange,
  detail: EventDetail | null,
  at: Instant,
): Promise<number[]> {
  for (const state of from) if (state !== to) requireLegal('a planned charge', plannedMoves, state, to)
  const moved = tx
    .updateTable('planned_charge')
    .from(sql<{ id: number; from: PlannedState }>`open`.as('open'))
    .set({ ...change, state: to, lease_until: null, epoch: sql`epoch + 1` })
    .whereRef('planned_charge.id', '=', 'open.id')
    .returning(['open.id', 'open.from'])
  const { rows } = await sql<{ id: number }>`
    with open as (
      select id, state as "from" from planned_charge
      where state = any(${[...from]}::text[]) and ${where} order by id for update),
    moved as (${moved}),
    logged as (
      insert into plan_event (planned_charge_id, at, from_state, to_state, detail)
      select id, ${at}::timestamptz, moved."from", ${to}, ${JSON.stringify(detail)}::jsonb from moved
      where ${detail !== null})
    select id from moved`.execute(tx)
  return rows.map(({ id }) => id)
}

/** By the worker that has leased it. False when another has it by now, or its state is another one. The lease ends. */
export async function movePlanned<From extends PlannedState>(
  tx: Tx,
  { id, epoch, state }: Pick<PlannedCharge, 'id' | 'epoch'> & { state: From },
  to: To<From>,
  change: PlannedChange,
  detail: EventDetail | null,
  at: Instant,
): Promise<boolean> {
  const leased = { from: [state], to, where: sql<SqlBool>`id = ${id} and epoch = ${epoch}` }
  return (await moveAllPlanned(tx, leased, change, detail, at)).length === 1
}

/** Nothing is sent, and may be again. */
export const unsentStates = ['PLANNED', 'NOTIFIED', 'DECLINED'] as const satisfies readonly PlannedState[]

export interface AutopayEvent {
  agreementId?: number | null
  chargeId?: number | null
  from: AgreementState | PlannedState | null
  to: AgreementState | PlannedState
  detail?: EventDetail
}

export async function recordAutopayEvent(tx: Tx, event: AutopayEvent, at: Instant): Promise<void> {
  await tx
    .insertInto('plan_event')
    .values({
      agreement_id: event.agreementId ?? null,
      planned_charge_id: event.chargeId ?? null,
      at,
      from_state: event.from,
      to_state: event.to,
      detail: JSON.stringify(event.detail ?? {}),
    })
    .execute()
}

const minute = 60_000
const firstMisfireWait = 5 * minute
const longestMisfireWait = 6 * 60 * minute

const reasonWhen = {
  PAID: null,
  DECLINED: null,
  NOTIFIED: null,
  SKIPPED: 'paid_otherwise',
  FAILED: 'reversed_by_gateway',
} as const

/**
 * In the transaction that records what became of the charge. A charge that is given back later leaves the plan as it is.
 * NOT_CHARGED comes again the same night, and is no try; but a debit that its payer has canceled is over.
 */
export async function settlePlanned(
  tx: Tx,
  chargeId: number,
  { from, to: outcome }: { from: AttemptState; to: AttemptState },
  at: Instant,
): Promise<void> {
  const isCanceled = isRunning(from) && outcome === 'NOT_CHARGED'
  const to = isCanceled ? 'SKIPPED' : plannedStateOf[outcome]
  if (to === null) return
  const wait = sql<Instant>`${at}::timestamptz + least(
    ${firstMisfireWait}::bigint * (1 << least(misfires, 10)), ${longestMisfireWait}::bigint) * interval '1 millisecond'`
  const change = {
    reason: isCanceled ? ('canceled' as const) : reasonWhen[to],
    ...(to === 'DECLINED' && { tries: sql<number>`tries + 1` }),
    ...(to === 'NOTIFIED' && { misfires: sql<number>`misfires + 1` }),
    next_step_at: { PAID: null, FAILED: null, SKIPPED: null, DECLINED: at, NOTIFIED: wait }[to],
  }
  await moveAllPlanned(tx, { from: ['SENT'], to, where: sql`id = ${chargeId}` }, change, { outcome }, at)
}
