import type { BlockReason } from '@portal/contract/autopay'
import type { PaidWith } from '@portal/contract/bank-accounts'
import type { CalendarDate, Instant } from '@portal/contract/dates'
import type { AccountNumber, BillId, PersonId } from '@portal/contract/ids'
import type { Cents } from '@portal/contract/money'
import type { CardFunding } from '@portal/contract/saved-methods'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../database/connect.ts'
import type { AgreementState, PlannedState } from '../../database/tables/autopay.ts'
import { bankAccountOf } from './methods.ts'

/** By which agreement a bill is charged. */
export interface OfAgreement {
  kind: 'agreement'
  id: number
  state: AgreementState
  /** Of the words that the customer has last accepted or been mailed. */
  mailedVersion: string
  most: Cents | null
  range: { low: Cents; high: Cents } | null
  endsOn: CalendarDate | null
}

/** Which payment that a customer has set. */
export interface OfSchedule {
  kind: 'schedule'
  id: number
  asked: Cents
  /** The service fee that the holder of a bank account has authorized; null for a card, which is noticed another one. */
  mostFee: Cents | null
}

/** What a planned charge is of. */
export type PlannedOf = OfAgreement | OfSchedule

/** A planned charge with what it is charged to, as a worker leased it. */
export interface PlannedCharge {
  id: number
  of: PlannedOf
  accountId: AccountNumber
  /** Null for a payment that a customer has set. */
  billId: BillId | null
  /** The first row of the bill and what it was issued again as. */
  chainId: number
  state: PlannedState
  heldFor: string | null
  dueOn: CalendarDate
  chargeOn: CalendarDate
  noticed: Cents | null
  /** On top of it. */
  noticedFee: Cents
  noticeKey: string | null
  notices: number
  noticedAt: Instant | null
  /** What the newest notice that left said, with the fee, about this bill or the one that it was issued again for. */
  mailed: { amount: Cents; on: CalendarDate } | null
  tries: number
  epoch: number
  personId: PersonId
  /** Null once the registration is gone. */
  webUserId: number | null
  username: string | null
  card: PlannedMethod
}

/** The saved card or bank account as it is now. */
export interface PlannedMethod extends PaidWith {
  id: number
  cardHolder: string
  expires: string | null
  /** Null for a bank account. */
  funding: CardFunding | null
  fingerprint: string
  mandate: string | null
  blockedFor: BlockReason | null
  method: string
  customer: string
  gateway: string
  isLive: boolean
  ownerId: number | null
  removedAt: Instant | null
}

const range = sql`case when range_low_cents is not null
  then json_build_object('low', range_low_cents, 'high', range_high_cents) end`

/** SQL on the row `agreement`. */
export const ofAgreement: RawBuilder<OfAgreement> = sql`json_build_object('kind', 'agreement', 'id', agreement.id,
  'state', agreement.state, 'mailedVersion', mailed_version, 'most', most_cents, 'range', ${range}, 'endsOn', ends_on)`

/** SQL on the rows `charge`, `card` and `agreement`: here alone is asked in which column stands what a charge is of. */
export const ofPlanned: RawBuilder<PlannedOf> = sql`case when charge.schedule_id is null then ${ofAgreement}
  else json_build_object('kind', 'schedule', 'id', charge.schedule_id, 'asked', charge.scheduled_cents,
  'mostFee', case when card.bank_name is not null then coalesce(charge.noticed_fee_cents, 0) end) end`

/** SQL: joins `agreement` or `schedule`, and `card`, to the row `charge`. */
export const plannedWith = sql`left join autopay_agreement agreement on agreement.id = charge.agreement_id
    left join payment_schedule schedule on schedule.id = charge.schedule_id
    join saved_card card on card.id = coalesce(agreement.saved_card_id, schedule.saved_card_id)`

/** The oldest first. The epoch keeps a worker that stood still from changing anything. */
export async function leasePlanned(db: Db, now: Instant, until: Instant, most: number): Promise<PlannedCharge[]> {
  const { rows } = await sql<PlannedCharge>`
    with due as materialized (
      select id from planned_charge
      where next_step_at <= ${now} and (lease_until is null or lease_until <= ${now})
      order by next_step_at, id limit ${most} for update skip locked),
    charge as (
      update planned_charge set lease_until = ${until}, epoch = epoch + 1
      from due where planned_charge.id = due.id
      returning planned_charge.id, account_id, bill_id, agreement_id, schedule_id, chain_id, state, held_for, due_on, charge_on,
        scheduled_cents, noticed_cents, noticed_fee_cents, notice_key, notices, noticed_at, mailed_cents, mailed_on, tries, epoch)
    select charge.id, ${ofPlanned} as of, charge.account_id as "accountId", bill_id as "billId", coalesce(chain_id, charge.id) as "chainId", charge.state, held_for as "heldFor",
      due_on as "dueOn", charge_on as "chargeOn", noticed_cents as noticed, coalesce(noticed_fee_cents, 0)::bigint as "noticedFee", notice_key as "noticeKey", notices,
      noticed_at as "noticedAt",
      case when mailed_on is not null then json_build_object('amount', mailed_cents, 'on', mailed_on) end as mailed,
      tries, epoch, coalesce(agreement.person_id, schedule.person_id) as "personId",
      coalesce(agreement.web_user_id, schedule.web_user_id) as "webUserId", username,
      json_build_object('id', card.id, 'brand', brand, 'bankAccount', ${bankAccountOf}, 'lastFour', last_four,
        'cardHolder', card_holder, 'expires', expires, 'funding', funding, 'fingerprint', fingerprint, 'mandate', mandate,
        'blockedFor', blocked_for, 'method', method, 'customer', customer, 'gateway', gateway, 'isLive', is_live,
        'ownerId', owner.web_user_id, 'removedAt', removed_at) as card
    from charge ${plannedWith}
    join gateway_customer owner on owner.id = gateway_customer_id
    left join web_user on web_user.id = coalesce(agreement.web_user_id, schedule.web_user_id)
    order by due_on, charge.account_id`.execute(db)
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

/** Whether a charge of the agreement has begun whose outcome nobody knows yet. */
export async function hasSentCharge(db: Db, agreementId: number, besides = 0): Promise<boolean> {
  const { rows } = await sql`
    select from planned_charge where agreement_id = ${agreementId} and state = 'SENT' and id <> ${besides}`.execute(db)
  return rows.length > 0
}
