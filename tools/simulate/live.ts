import type { Cents } from '@portal/contract/money'
import type { Db } from '@portal/server/database/connect.ts'
import type { AttemptState, CheckoutState } from '@portal/server/database/tables/payments.ts'
import { longestDraft } from '@portal/server/features/stepwise-payments/drafts.ts'
import { inquiredStates } from '@portal/server/payments/states.ts'
import { type RawBuilder, sql } from 'kysely'

/** The kinds of background work, each of which has rows that become due. */
export type Kind = 'postings' | 'lookUps' | 'reversals' | 'cancellations' | 'drafts'

/** What the promises that hold at every moment are about, and what is due; read anew after every change. */
export interface Live {
  /** When the next row of each kind is due, in milliseconds since 1970; infinity when none is. */
  due: Record<Kind, number>
  checkouts: LiveCheckout[]
}

/** A checkout whose card is being charged or has been. */
export interface LiveCheckout {
  id: number
  state: CheckoutState
  reference: string
  amount: Cents
  attempt: AttemptState
  tag: string | null
  authorization: string | null
  accounts: number
  /** How many of its accounts it holds. */
  held: number
  /** Whether its log is numbered without gaps. */
  isGapless: boolean
  /** The sum of its ledger, in cents. */
  balance: number
  /** The tags of its charges that were given back. */
  returned: string[]
  /** The receipts that the billing system has refused, so that people have to see to them. */
  refused: string[]
  /** Whether it waits for a person. */
  needsPerson: boolean
}

/** What is known of a world that has not begun. */
export const nothingLive: Live = {
  due: { postings: Infinity, lookUps: Infinity, reversals: Infinity, cancellations: Infinity, drafts: Infinity },
  checkouts: [],
}

/** Reads what is due, and the checkouts unless only leases have changed since they were read. */
export async function readLive(db: Db, before: Live, isLeasesOnly: boolean): Promise<Live> {
  const { rows } = await sql<{ due: Record<Kind, number | null>; checkouts: LiveCheckout[] | null }>`
    select json_build_object(
      'postings', (${soonest('next_try_at')} from posting where state in ('PENDING', 'POSTING')),
      'cancellations', (${soonest('next_try_at')} from posting where state in ('CANCEL_DUE', 'CANCELLING')),
      'reversals', (${soonest('next_try_at')} from reversal where state in ('REQUESTED', 'SENT', 'UNKNOWN')),
      'lookUps', (${soonest('next_look_at')} from charge_attempt
        where next_look_at is not null and state = any(${[...inquiredStates]}::text[])),
      'drafts', (select extract(epoch from min(created_at)) * 1000 + ${longestDraft}::int
        from checkout where state = 'DRAFT')) as due,
    case when not ${isLeasesOnly}::boolean then (select coalesce(json_agg(json_build_object(
        'id', checkout.id, 'state', checkout.state, 'reference', reference, 'amount', checkout.amount_cents,
        'attempt', attempt.state, 'tag', transaction_tag, 'authorization', authorization_number,
        'accounts', (select count(*) from checkout_item item where item.checkout_id = checkout.id),
        'held', (select count(*) from checkout_item item join account_hold held using (account_id)
          where item.checkout_id = checkout.id and held.attempt_id = attempt.id),
        'isGapless', (select count(*) = max(sequence) from payment_event event where event.checkout_id = checkout.id),
        'balance', (select coalesce(sum(amount_cents), 0) from ledger_entry entry where entry.checkout_id = checkout.id),
        'returned', (select coalesce(json_agg(reversal.transaction_tag), '[]') from reversal
          where reversal.checkout_id = checkout.id and reversal.state = 'DONE'),
        'refused', (select coalesce(json_agg(receipt_number), '[]') from posting
          where posting.checkout_id = checkout.id and posting.state = 'REJECTED'),
        'needsPerson', attempt.state in ('UNKNOWN', 'ESCALATED')
          or exists (select from reversal where reversal.checkout_id = checkout.id and needs_person)
          or exists (select from posting where posting.checkout_id = checkout.id
            and posting.state = case attempt.state when 'CHARGED' then 'REJECTED' else 'CANCEL_REJECTED' end)
      ) order by checkout.id), '[]')
      from checkout join charge_attempt attempt on attempt.checkout_id = checkout.id) end as checkouts
  `.execute(db)
  const [{ due, checkouts } = { due: {}, checkouts: null }] = rows
  return { due: { ...nothingLive.due, ...withoutNulls(due) }, checkouts: checkouts ?? before.checkouts }
}

function soonest(column: string): RawBuilder<unknown> {
  return sql`select extract(epoch from min(greatest(${sql.ref(column)}, lease_until))) * 1000`
}

function withoutNulls(due: Partial<Record<Kind, number | null>>): Partial<Record<Kind, number>> {
  return Object.fromEntries(Object.entries(due).filter(([, at]) => at !== null))
}
