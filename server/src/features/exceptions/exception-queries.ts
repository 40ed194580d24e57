import { type CalendarDate, type Instant, dateIn, later } from '@portal/contract/dates'
import { mostCounted } from '@portal/contract/exception-count'
import { type ExceptionReason, exceptionReasons } from '@portal/contract/exceptions-texts'
import { type RawBuilder, sql } from 'kysely'
import { bankDaysAfter } from '../../adapters/payment-gateway/port-bank-days.ts'
import type { GatewayName } from '../../adapters/payment-gateway/port.ts'
import type { Db, Tx } from '../../database/connect.ts'
import type { DisputeState } from '../../database/tables/payments.ts'
import type { Deps } from '../../deps.ts'

const hour = 3_600_000

/** What makes a payment an exception, beside its records. */
export interface Measure {
  /** By then the five quick inquiries and many tries at the billing system are over. */
  overdue: Instant
  /** The one in use. */
  gateway: GatewayName
  /** What was submitted to a bank before has waited for ten bank days. */
  bankOverdue: CalendarDate
}

const mostBankDays = 10

export function measureOf({
  clock,
  config,
  paymentGateway,
}: Pick<Deps, 'clock'> & {
  config: Pick<Deps['config'], 'PAYMENT_PACE'>
  paymentGateway: Pick<Deps['paymentGateway'], 'name'>
}): Measure {
  const now = clock.now()
  const bankOverdue = bankDaysAfter(dateIn('UTC', now), -mostBankDays)
  return { overdue: later(now, -hour * config.PAYMENT_PACE), gateway: paymentGateway.name, bankOverdue }
}

/** Each branch reads its own partial index, in the order of the payments. */
type Range = (checkoutId: RawBuilder<unknown>) => RawBuilder<unknown>

/** Searched for the highest key: a stepwise payment gets its key up to an hour before it is sent. */
const newestSent = 100

/** No payment sent before `overdue` has a higher key than `aged`. */
function sourcesOf({ overdue, gateway, bankOverdue }: Measure): Readonly<Record<ExceptionReason, RawBuilder<unknown>>> {
  const isAged = sql`subject.checkout_id <= (select id from aged)`
  return {
    escalated: sql`charge_attempt subject where subject.state = 'ESCALATED'`,
    unknown: sql`charge_attempt subject where subject.state = 'UNKNOWN' and subject.sent_at <= ${overdue}::timestamptz`,
    resolutionDoubted: sql`hand_resolution subject join charge_attempt attempt on attempt.checkout_id = subject.checkout_id
      where subject.doubt is not null and attempt.state = 'CHARGED'`,
    disputeOpen: disputes('OPEN'),
    disputeInquiry: disputes('ASKED'),
    disputeLost: sql`${disputes('LOST')} and not ${isFromBank}`,
    disputeWon: disputes('WON'),
    fraudWarning: disputes('WARNED'),
    bankReturned: sql`charge_attempt subject where subject.state = 'RETURNED' and subject.return_seen_at is null`,
    bankReturnedLate: sql`${disputes('LOST')} and ${isFromBank}`,
    bankLate: sql`charge_attempt subject
      where subject.state = 'PROCESSING' and subject.sent_at < ${bankOverdue}::date::timestamptz`,
    refundFailed: sql`reversal subject where subject.needs_person and subject.failed_at is not null`,
    postingRefused: sql`posting subject join charge_attempt attempt on attempt.checkout_id = subject.checkout_id
      where subject.state = 'REJECTED' and attempt.state in ('CHARGED', 'PROCESSING')`,
    postingLate: sql`posting subject join charge_attempt attempt on attempt.checkout_id = subject.checkout_id
      where subject.state in ('PENDING', 'POSTING') and ${isAged}
        and coalesce(attempt.decided_at, attempt.sent_at) <= ${overdue}::timestamptz`,
    cancellationRefused: sql`posting subject where subject.state = 'CANCEL_REJECTED'`,
    cancellationLate: sql`posting subject join charge_attempt attempt on attempt.checkout_id = subject.checkout_id
      where subject.state in ('CANCEL_DUE', 'CANCELLING') and attempt.decided_at <= ${overdue}::timestamptz`,
    refundElsewhere: sql`reversal subject where subject.needs_person and subject.gateway <> ${gateway}`,
    reversalRefused: sql`reversal subject where subject.needs_person and subject.cause <> 'refund'
      and subject.failed_at is null and subject.gateway = ${gateway}`,
    refundRefused: sql`reversal subject where subject.needs_person and subject.cause = 'refund'
      and subject.failed_at is null and subject.gateway = ${gateway}`,
    // A bank takes days for a refund.
    reversalLate: sql`reversal subject join charge_attempt attempt on attempt.id = subject.attempt_id
      where subject.state in ('REQUESTED', 'SENT', 'UNKNOWN') and subject.requested_at <= ${overdue}::timestamptz
        - case when attempt.bank_name is null then interval '0' else interval '14 days' end`,
    approvalPending: sql`approval_request subject where subject.state = 'ASKED'`,
  }
}

const isFromBank = sql`exists (
  select from charge_attempt paid where paid.checkout_id = subject.checkout_id and paid.brand is null)`

function disputes(state: DisputeState): RawBuilder<unknown> {
  return sql`dispute subject where subject.needs_person and subject.state = ${sql.lit(state)}`
}

/** A `with` list that ends in `found (checkout_id, reason)`, `most` for each reason. */
function found(measure: Measure, range: Range, most: number): RawBuilder<unknown> {
  const sources = sourcesOf(measure)
  const branches = reasons.map(
    (reason) => sql`(
      select distinct subject.checkout_id, ${sql.lit(reason)} from ${sources[reason]} and ${range(sql.ref('subject.checkout_id'))}
      order by subject.checkout_id limit ${most}::int)`,
  )
  return sql`
    aged as (
      select max(checkout_id) as id from (
        select checkout_id from charge_attempt where sent_at <= ${measure.overdue}::timestamptz
        order by sent_at desc, id desc limit ${newestSent}::int) as newest),
    found (checkout_id, reason) as (${sql.join(branches, sql` union all `)})`
}

const reasons = Object.keys(exceptionReasons).filter((name): name is ExceptionReason =>
  Object.hasOwn(exceptionReasons, name),
)

/** With every reason, in the order the payments were begun. */
export async function selectExceptions(
  db: Db | Tx,
  measure: Measure,
  { after, most }: { after: number; most: number },
): Promise<{ checkoutId: number; reasons: ExceptionReason[] }[]> {
  const range: Range = (checkoutId) => sql`${checkoutId} > ${after}::bigint`
  const { rows } = await sql<{ checkout_id: number; reasons: ExceptionReason[] }>`
    with ${found(measure, range, most)}
    select checkout_id, array_agg(reason) as reasons from found group by checkout_id order by checkout_id limit ${most}::int
  `.execute(db)
  return rows.map(({ checkout_id: checkoutId, reasons: why }) => ({ checkoutId, reasons: inOrder(why) }))
}

export async function reasonsOf(db: Db | Tx, measure: Measure, checkout: number): Promise<ExceptionReason[]> {
  const range: Range = (checkoutId) => sql`${checkoutId} = ${checkout}::bigint`
  const { rows } = await sql<{ reason: ExceptionReason }>`
    with ${found(measure, range, 1)} select reason from found`.execute(db)
  return inOrder(rows.map(({ reason }) => reason))
}

/** In the contract's order, the most pressing first. */
function inOrder(why: readonly ExceptionReason[]): ExceptionReason[] {
  return reasons.filter((reason) => why.includes(reason))
}

/** `mostCounted` plus one stands for more. */
export async function countPayments(db: Db, measure: Measure): Promise<number> {
  const anyOf: Range = () => sql`true`
  const { rows } = await sql<{ count: number }>`
    with ${found(measure, anyOf, mostCounted + 1)}
    select count(distinct checkout_id) as count from found`.execute(db)
  return Math.min(rows[0]?.count ?? 0, mostCounted + 1)
}

/** At most `mostCounted`, and since when the oldest is one: a request by itself, others from their payment. */
export interface Open {
  count: number
  since: Instant
}

export async function openByReason(db: Db, measure: Measure): Promise<Map<ExceptionReason, Open>> {
  const anyOf: Range = () => sql`true`
  const { rows } = await sql<Open & { reason: ExceptionReason }>`
    with ${found(measure, anyOf, mostCounted)}
    select found.reason, count(*) as count, min(coalesce(request.requested_at, attempt.sent_at)) as since
    from found join charge_attempt attempt on attempt.checkout_id = found.checkout_id
    left join approval_request request on found.reason = 'approvalPending'
      and request.checkout_id = found.checkout_id and request.state = 'ASKED'
    group by found.reason`.execute(db)
  return new Map(rows.map(({ reason, ...open }) => [reason, open]))
}
