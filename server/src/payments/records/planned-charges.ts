import type { HoldReason, SkipReason, StopReason } from '@portal/contract/autopay-reasons'
import type { CalendarDate, Instant } from '@portal/contract/dates'
import type { AccountNumber, BillId, PersonId } from '@portal/contract/ids'
import type { Cents } from '@portal/contract/money'
import type { CardFunding } from '@portal/contract/saved-cards'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../database/connect.ts'
import type { AgreementState, PlannedState } from '../../database/tables/autopay.ts'
import type { AttemptState, EventDetail } from '../../database/tables/payments.ts'
import { plannedMoves, plannedStateOf } from '../states.ts'

/** A planned charge with what it is charged to, as a worker leased it. */
export interface PlannedCharge {
  id: number
  accountId: AccountNumber
  agreementId: number | null
  scheduleId: number | null
  billId: BillId | null
  /** The first row of the bill and what it was issued again as. */
  chainId: number
  state: PlannedState
  heldFor: string | null
  dueOn: CalendarDate
  chargeOn: CalendarDate
  asked: Cents | null
  noticed: Cents | null
  noticeKey: string | null
  notices: number
  noticedAt: Instant | null
  /** What the newest notice that left said, about this bill or the one that it was issued again for. */
  told: { amount: Cents; on: CalendarDate } | null
  tries: number
  misfires: number
  epoch: number
  /** Null for a schedule. */
  agreementState: AgreementState | null
  /** Of the words that the customer has last accepted or been mailed. */
  toldVersion: string | null
  most: Cents | null
  range: { low: Cents; high: Cents } | null
  endsOn: CalendarDate | null
  personId: PersonId
  /** Null once the registration is gone. */
  webUserId: number | null
  username: string | null
  card: PlannedCard
}

/** The saved card as it is now. */
export interface PlannedCard {
  id: number
  brand: 'Visa' | 'Mastercard' | 'Discover'
  lastFour: string
  cardHolder: string
  expires: string
  funding: CardFunding
  method: string
  customer: string
  gateway: string
  isLive: boolean
  ownerId: number | null
  removedAt: Instant | null
}

/** The oldest first. The epoch keeps a worker that stood still from changing anything. */
export async function leasePlanned(db: Db, now: Instant, until: Instant, most: number): Promise<PlannedCharge[]> {
  const { rows } = await sql<PlannedCharge>`
    with due as materialized (
      select id from planned_charge
      where next_step_at <= ${now} and (lease_until is null or lease_until <= ${now})
      order by next_step_at, id limit ${most} for update skip locked),
    leased as (
      update planned_charge set lease_until = ${until}, epoch = epoch + 1
      from due where planned_charge.id = due.id
      returning planned_charge.id, account_id, agreement_id, schedule_id, bill_id, chain_id, state, held_for, due_on,
        charge_on, asked_cents, noticed_cents, notice_key, notices, noticed_at, told_cents, told_on, tries,
        misfires, epoch)
    select leased.id, leased.account_id as "accountId", agreement_id as "agreementId", schedule_id as "scheduleId",
      bill_id as "billId", coalesce(chain_id, leased.id) as "chainId", leased.state, held_for as "heldFor", due_on as "dueOn", charge_on as "chargeOn",
      asked_cents as asked, noticed_cents as noticed, notice_key as "noticeKey", notices, noticed_at as "noticedAt",
      case when told_on is not null then json_build_object('amount', told_cents, 'on', told_on) end as told,
      tries, misfires, epoch, agreement.state as "agreementState", told_version as "toldVersion", most_cents as most, ends_on as "endsOn",
      case when range_low_cents is not null
        then json_build_object('low', range_low_cents, 'high', range_high_cents) end as range,
      coalesce(agreement.person_id, schedule.person_id) as "personId",
      coalesce(agreement.web_user_id, schedule.web_user_id) as "webUserId", username,
      json_build_object('id', card.id, 'brand', brand, 'lastFour', last_four, 'cardHolder', card_holder,
        'expires', expires, 'funding', funding, 'method', method, 'customer', customer, 'gateway', gateway, 'isLive', is_live,
        'ownerId', owner.web_user_id, 'removedAt', removed_at) as card
    from leased
    left join autopay_agreement agreement on agreement.id = agreement_id
    left join payment_schedule schedule on schedule.id = schedule_id
    join saved_card card on card.id = coalesce(agreement.saved_card_id, schedule.saved_card_id)
    join gateway_customer owner on owner.id = gateway_customer_id
    left join web_user on web_user.id = coalesce(agreement.web_user_id, schedule.web_user_id)
    order by due_on, leased.account_id`.execute(db)
  return rows
}

/** Whether the checkout charged what this customer had agreed to or set. */
export async function isPlannedFor(db: Db, checkoutId: number, webUserId: number): Promise<boolean> {
  const { rows } = await sql`
    select from checkout
    join planned_charge planned on planned.id = planned_charge_id
    left join autopay_agreement agreement on agreement.id = agreement_id
    left join payment_schedule schedule on schedule.id = schedule_id
    where checkout.id = ${checkoutId}
      and coalesce(agreement.web_user_id, schedule.web_user_id) = ${webUserId}`.execute(db)
  return rows.length > 0
}

/** The first day from which a charge still waits, up to today; null when none does. */
export async function oldestDueDay(db: Db, today: CalendarDate): Promise<CalendarDate | null> {
  const { rows } = await sql<{ day: CalendarDate | null }>`
    select min(charge_on) as day from planned_charge
    where state in ('PLANNED', 'NOTIFIED', 'DECLINED') and charge_on <= ${today}::date`.execute(db)
  return rows[0]?.day ?? null
}

/** What to change beside the state. What is left out stays. */
export interface PlannedChange {
  reason?: SkipReason | StopReason | null
  held_for?: HoldReason | null
  charge_on?: CalendarDate
  noticed_cents?: Cents
  notice_key?: string | null
  notices?: number
  noticed_at?: Instant
  told_cents?: Cents
  told_on?: CalendarDate
  next_step_at: Instant | RawBuilder<Instant> | null
}

/** False when another worker has it by now, or its state is another one. The lease ends. */
export async function changePlanned(
  tx: Tx,
  { id, epoch, state }: Pick<PlannedCharge, 'id' | 'epoch' | 'state'>,
  to: PlannedState,
  change: PlannedChange,
): Promise<boolean> {
  if (to !== state && !isLegal(state, to)) throw new Error(`A planned charge never goes from ${state} to ${to}`)
  const changed = await tx
    .updateTable('planned_charge')
    .set({ ...change, state: to, lease_until: null })
    .where('id', '=', id)
    .where('epoch', '=', epoch)
    .where('state', '=', state)
    .executeTakeFirst()
  return changed.numUpdatedRows === 1n
}

/** A worker that has leased it can no longer move it. */
export const freed = { lease_until: null, epoch: sql<number>`epoch + 1` }

function isLegal(from: PlannedState, to: PlannedState): boolean {
  const moves: readonly PlannedState[] = plannedMoves[from]
  return moves.includes(to)
}

export interface LockedAgreement {
  account: AccountNumber
  state: AgreementState
  reason: string | null
  webUserId: number | null
  savedCardId: number
}

/** Locks the agreement before its charges, as everybody does who locks both. */
export async function lockAgreement(tx: Tx, id: number): Promise<LockedAgreement | null> {
  const { rows } = await sql<LockedAgreement>`
    select account_id as account, state, reason, web_user_id as "webUserId", saved_card_id as "savedCardId"
    from autopay_agreement where id = ${id} for no key update`.execute(tx)
  return rows[0] ?? null
}

/** Whether a charge of the agreement has begun whose outcome nobody knows yet. */
export async function hasSentCharge(db: Db, agreementId: number, besides = 0): Promise<boolean> {
  const { rows } = await sql`
    select from planned_charge where agreement_id = ${agreementId} and state = 'SENT' and id <> ${besides}`.execute(db)
  return rows.length > 0
}

export interface AutopayEvent {
  agreementId?: number | null
  chargeId?: number | null
  from: AgreementState | PlannedState | null
  to: AgreementState | PlannedState
  detail?: EventDetail
}

export async function recordAutopayEvent(tx: Tx, event: AutopayEvent, at: Instant): Promise<void> {
  await tx
    .insertInto('autopay_event')
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
 * NOT_CHARGED comes again the same night, and is no try.
 */
export async function settlePlanned(tx: Tx, chargeId: number, outcome: AttemptState, at: Instant): Promise<void> {
  const to = plannedStateOf[outcome]
  if (to === null) return
  const wait = sql<Instant>`${at}::timestamptz + least(
    ${firstMisfireWait}::bigint * (1 << least(misfires, 10)), ${longestMisfireWait}::bigint) * interval '1 millisecond'`
  const settled = await tx
    .updateTable('planned_charge')
    .set({
      state: to,
      reason: reasonWhen[to],
      tries: to === 'DECLINED' ? sql`tries + 1` : sql`tries`,
      misfires: to === 'NOTIFIED' ? sql`misfires + 1` : sql`misfires`,
      next_step_at: { PAID: null, FAILED: null, SKIPPED: null, DECLINED: at, NOTIFIED: wait }[to],
      lease_until: null,
      epoch: sql`epoch + 1`,
    })
    .where('id', '=', chargeId)
    .where('state', '=', 'SENT')
    .executeTakeFirst()
  if (settled.numUpdatedRows === 1n)
    await recordAutopayEvent(tx, { chargeId, from: 'SENT', to, detail: { outcome } }, at)
}
