import type { BankCredit } from '@portal/contract/bank-accounts'
import type { Cents } from '@portal/contract/money'
import type { Db } from '@portal/server/database/connect.ts'
import type { AttemptState, CheckoutState } from '@portal/server/database/tables/payments.ts'
import { longestDraft } from '@portal/server/features/stepwise-payments/drafts.ts'
import { inquiredStates } from '@portal/server/payments/states.ts'
import { sql, type RawBuilder } from 'kysely'

export const kinds = [
  'postings',
  'lookUps',
  'resolutions',
  'reversals',
  'cancellations',
  'drafts',
  'events',
  'catchUp',
  'plans',
  'autopay',
  'pauses',
  'methodReads',
] as const
export type Kind = (typeof kinds)[number]

/** What the promises that hold at every moment are about, and what is due; read anew after every change. */
export interface Live {
  /** When the next row of each kind is due, in milliseconds since 1970; infinity when none is. */
  due: Record<Kind, number>
  checkouts: LiveCheckout[]
  /** How many events about refunds and disputes have arrived. */
  heard: number
  /** The import that some agreement has seen last, while others have seen newer ones. */
  leastSeen: number
  /** Whether something holds a planned charge back. */
  isHeld: boolean
  /** Since when the oldest email waits, in milliseconds since 1970; infinity when none does. */
  oldestMail: number
}

export interface LiveCheckout {
  id: number
  state: CheckoutState
  reference: string
  /** What is charged: with the fee. */
  amount: Cents
  attempt: AttemptState
  /** Of a bank account. */
  credited: BankCredit | null
  postings: number
  tag: string | null
  authorization: string | null
  accounts: number
  held: number
  /** Whether its log is numbered without gaps. */
  isGapless: boolean
  /** The sum of its ledger, in cents. */
  balance: number
  returned: string[]
  /** The receipts that the billing system has refused, so that people have to see to them. */
  refused: string[]
  /** Resolved by people, and the gateway disagrees. */
  isDoubted: boolean
  needsPerson: boolean
}

/** What is known of a world that has not begun. */
export const nothingLive: Live = {
  due: {
    postings: Infinity,
    lookUps: Infinity,
    resolutions: Infinity,
    reversals: Infinity,
    cancellations: Infinity,
    drafts: Infinity,
    events: Infinity,
    catchUp: Infinity,
    plans: Infinity,
    autopay: Infinity,
    pauses: Infinity,
    methodReads: Infinity,
  },
  checkouts: [],
  heard: 0,
  leastSeen: Infinity,
  isHeld: false,
  oldestMail: Infinity,
}

const isDoubted = sql`(attempt.state = 'CHARGED' and exists (
  select from hand_resolution resolution where resolution.checkout_id = checkout.id and doubt is not null))`

interface Read {
  due: Record<Kind, number | null>
  heard: number
  leastSeen: number | null
  isHeld: boolean
  oldestMail: number | null
  checkouts: LiveCheckout[] | null
}

/** Reads what is due, and the checkouts unless only leases have changed since they were read. */
export async function readLive(
  db: Db,
  before: Live,
  { isLeasesOnly, isRunStopped }: { isLeasesOnly: boolean; isRunStopped: boolean },
): Promise<Live> {
  const { rows } = await sql<Read>`
    select json_build_object(
      'postings', (${soonest('next_try_at')} from posting where state in ('PENDING', 'POSTING')),
      'cancellations', (${soonest('next_try_at')} from posting where state in ('CANCEL_DUE', 'CANCELLING')),
      'reversals', (${soonest('next_try_at')} from reversal where state in ('REQUESTED', 'SENT', 'UNKNOWN')),
      'lookUps', (${soonest('next_look_at')} from charge_attempt
        where next_look_at is not null and state = any(${[...inquiredStates]}::text[])),
      'resolutions', (${soonest('next_check_at')} from hand_resolution where next_check_at is not null),
      'drafts', (select extract(epoch from min(created_at)) * 1000 + ${longestDraft}::int
        from checkout where state = 'DRAFT'),
      'events', (select extract(epoch from min(greatest(${waitOfEvent}, lease_until))) * 1000 from gateway_event
        where next_try_at is not null),
      'catchUp', coalesce((${soonest('next_at')} from gateway_catch_up), 0), 'plans', 0,
      'autopay', (select extract(epoch from min(greatest(next_step_at + ${needlessWait(isRunStopped)}, lease_until))) * 1000
        from planned_charge charge where next_step_at is not null),
      'pauses', (select 0 from autopay_agreement agreement join saved_card card on card.id = saved_card_id
        where blocked_for is not null and agreement.state = 'ACTIVE' limit 1),
      'methodReads', (select extract(epoch from min(next_read_at)) * 1000 from saved_card)) as due,
    (select count(*) from gateway_event where subject <> 'charge' and id not like 'released-%')::integer as heard,
    (select min(seen_import) from autopay_agreement where state <> 'ENDED')::integer as "leastSeen",
    exists (select from planned_charge where held_for is not null) as "isHeld",
    (select extract(epoch from min(queued_at)) * 1000 from email
      where delivered_at is null and refused_at is null)::float as "oldestMail",
    case when not ${isLeasesOnly}::boolean then (select coalesce(json_agg(json_build_object(
        'id', checkout.id, 'state', checkout.state, 'reference', reference, 'amount', attempt.amount_cents,
        'credited', credited, 'postings', (select count(*) from posting where posting.checkout_id = checkout.id),
        'attempt', attempt.state, 'tag', transaction_tag, 'authorization', authorization_number,
        'accounts', (select count(*) from checkout_item item where item.checkout_id = checkout.id),
        'held', (select count(*) from checkout_item item join account_hold held using (account_id)
          where item.checkout_id = checkout.id and held.attempt_id = attempt.id),
        'isGapless', (select count(*) = max(sequence) from payment_event event where event.checkout_id = checkout.id),
        'balance', (select coalesce(sum(amount_cents), 0) from ledger_entry entry where entry.checkout_id = checkout.id),
        'returned', (select coalesce(json_agg(gone.tag), '[]') from (
          select reversal.transaction_tag from reversal
          where reversal.checkout_id = checkout.id and reversal.state = 'DONE'
          union all select attempt.transaction_tag from dispute
          where dispute.checkout_id = checkout.id and took_back and dispute.state = 'LOST') as gone(tag)),
        'refused', (select coalesce(json_agg(receipt_number), '[]') from posting
          where posting.checkout_id = checkout.id and posting.state = 'REJECTED'),
        'isDoubted', ${isDoubted},
        'needsPerson', attempt.state in ('UNKNOWN', 'ESCALATED') or ${isDoubted}
          or exists (select from reversal where reversal.checkout_id = checkout.id and needs_person)
          or exists (select from posting where posting.checkout_id = checkout.id
            and posting.state = case attempt.state when 'CHARGED' then 'REJECTED' else 'CANCEL_REJECTED' end)
      ) order by checkout.id), '[]')
      from checkout join charge_attempt attempt on attempt.checkout_id = checkout.id) end as checkouts
  `.execute(db)
  const [read] = rows
  if (!read) throw new Error('Nothing was read')
  return {
    due: { ...nothingLive.due, ...withoutNulls(read.due) },
    checkouts: read.checkouts ?? before.checkouts,
    heard: read.heard,
    isHeld: read.isHeld,
    leastSeen: read.leastSeen ?? Infinity,
    oldestMail: read.oldestMail ?? Infinity,
  }
}

/** What a dispute waits for may take days, and each look would find what the one before found. */
const waitOfEvent = sql`next_try_at + case when tries > 12 then interval '6 hours' else interval '0' end`

/**
 * A charge that waits for its email to leave, or for the run to go on, is looked at every five minutes, for days. Here the
 * looks get rarer and rarer: nearly all of them would find what the one before found.
 */
function needlessWait(isRunStopped: boolean): RawBuilder<unknown> {
  return sql`case
    when held_for = 'run_stopped' and ${isRunStopped}::boolean or held_for = 'notice_waits' and exists (
      select from email where dedupe_key = notice_key and delivered_at is null and refused_at is null)
    then least(next_step_at - (select max(at) from plan_event where planned_charge_id = charge.id), '6 hours')
    else '0' end`
}

function soonest(column: string): RawBuilder<unknown> {
  return sql`select extract(epoch from min(greatest(${sql.ref(column)}, lease_until))) * 1000`
}

function withoutNulls(due: Partial<Record<Kind, number | null>>): Partial<Record<Kind, number>> {
  return Object.fromEntries(Object.entries(due).filter(([, at]) => at !== null))
}
