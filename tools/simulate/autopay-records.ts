import type { ReturnReason } from '@portal/contract/bank-accounts'
import type { CalendarDate, Instant } from '@portal/contract/dates'
import type { AccountNumber, BillId } from '@portal/contract/ids'
import type { Db } from '@portal/server/database/connect.ts'
import type { AgreementState, PlannedState } from '@portal/server/database/tables/autopay.ts'
import type { AttemptState } from '@portal/server/database/tables/payments.ts'
import { sql } from 'kysely'

/** A planned charge, whatever has become of it. */
export interface Charge {
  id: number
  account: AccountNumber
  agreement: number | null
  bill: BillId | null
  state: PlannedState
  reason: string | null
  held: string | null
  chargeOn: CalendarDate
  madeAt: Instant
  asked: number | null
  noticeKey: string | null
  /** As agreed in the end. */
  most: number | null
  low: number | null
  high: number | null
}

/** What was asked of the gateway for it. */
export interface Send {
  charge: number
  reference: string
  at: Instant
  /** With the fee, and without. */
  amount: number
  bill: number
  attempt: AttemptState
  card: number
  /** Null for a bank account. */
  funding: string | null
  declineCode: string | null
  returned: ReturnReason | null
}

export interface AutopayEvent {
  id: number
  agreement: number | null
  charge: number | null
  at: Instant
  from: AgreementState | PlannedState | null
  to: AgreementState | PlannedState
  why: string | null
  reference: string | null
}

export interface SentEmail {
  kind: string
  key: string
  subject: string
  text: string
  queuedAt: Instant
  deliveredAt: Instant | null
}

export interface AutopayRecords {
  charges: Charge[]
  sends: Send[]
  events: AutopayEvent[]
  emails: SentEmail[]
  /** Agreements that go on, although their bank account is never debited anymore. */
  onBlocked: number[]
}

export async function readAutopay(db: Db): Promise<AutopayRecords> {
  const rowsOf = async <Row>(query: ReturnType<typeof sql<Row>>): Promise<Row[]> => (await query.execute(db)).rows
  return {
    charges: await rowsOf(sql<Charge>`
      select charge.id, charge.account_id as account, agreement_id as agreement, bill_id as bill, charge.state, charge.reason, held_for as held, charge_on as "chargeOn", made_at as "madeAt",
        scheduled_cents as asked, notice_key as "noticeKey", most_cents as most, range_low_cents as low, range_high_cents as high
      from planned_charge charge left join autopay_agreement agreement on agreement.id = agreement_id
      order by charge.id`),
    sends: await rowsOf(sql<Send>`
      select planned_charge_id as charge, reference, sent_at as at, attempt.amount_cents as amount, checkout.amount_cents as bill,
        attempt.state as attempt, card.id as card, funding, decline_code as "declineCode",
        return_reason as returned
      from checkout join charge_attempt attempt on attempt.checkout_id = checkout.id
        join saved_card card on card.id = saved_card_id
      where planned_charge_id is not null order by checkout.id`),
    events: await rowsOf(sql<AutopayEvent>`
      select id, agreement_id as agreement, planned_charge_id as charge, at, from_state as "from", to_state as "to",
        detail ->> 'why' as why, detail ->> 'reference' as reference from plan_event order by id`),
    emails: await rowsOf(sql<SentEmail>`
      select kind, dedupe_key as key, subject, body_text as text, queued_at as "queuedAt", delivered_at as "deliveredAt"
      from email order by id`),
    onBlocked: (
      await rowsOf(sql<{ id: number }>`
        select agreement.id from autopay_agreement agreement join saved_card card on card.id = saved_card_id
        where state = 'ACTIVE' and blocked_for is not null`)
    ).map(({ id }) => id),
  }
}
