import type { CardBrand } from '@portal/contract/card'
import type { CalendarDate } from '@portal/contract/dates'
import type { ExceptionReason } from '@portal/contract/exceptions-texts'
import { type Cents, noCents, sumCents } from '@portal/contract/money'
import type { PaymentMode } from '@portal/contract/payments'
import type { PayoutStatus } from '@portal/contract/payouts'
import type { PaymentMethod } from '@portal/contract/reports'
import { type RawBuilder, sql } from 'kysely'
import { bankPaymentsOf } from '../../../adapters/payment-gateway/port.ts'
import type { Db } from '../../../database/connect.ts'
import { endOfDay, startOfDay } from '../../../database/sql.ts'
import type { FinanceKind } from '../../../database/tables/reconciliation.ts'
import type { Deps } from '../../../deps.ts'
import { countDiscrepancies } from '../discrepancies.ts'
import { type Open, measureOf, openByReason } from '../exception-queries.ts'

export type SummaryDeps = Pick<Deps, 'db' | 'clock' | 'profile' | 'wake'> & {
  paymentGateway: Pick<Deps['paymentGateway'], 'name' | 'bankAccounts'>
  config: Pick<Deps['config'], 'PUBLIC_URL' | 'PAYMENT_PACE'>
}

export interface Sum {
  count: number
  amount: Cents
}

/** By what happened to the money. */
export interface Moves {
  /** With stray charges. */
  charged: Sum
  /** Voids, refunds, and what the gateway reversed by itself. */
  givenBack: Sum
  /** In the billing system, one for each account. */
  posted: Sum
  /** In the billing system. */
  cancelled: Sum
}

/** What paid: a brand, or no card. */
type Tender = CardBrand | Exclude<PaymentMethod, 'Card'>

/** In the utility's time zone; what waits is as of the reading. */
export interface Summary {
  day: CalendarDate
  /** As the day's email said; otherwise as known now. */
  isMailed: boolean
  /** That day. */
  taken: (Sum & { mode: PaymentMode; brand: Tender })[]
  ofDay: Moves
  /** The service fees in what was charged. */
  fees: Cents
  /** Not known when the summaries of their days were made. */
  earlier: { day: CalendarDate; moves: Moves }[]
  all: Moves
  /** Of all: reversed charges that never became a payment and are not in the ledger. */
  stray: Pick<Moves, 'charged' | 'givenBack'>
  /** Of all: money that moved after it was charged or refunded. */
  later: Record<'disputed' | 'disputeReturned' | 'refundFailed' | 'undone', Sum>
  /** Of the day: declined or not charged. */
  unpaid: number
  /** Of the day: outcome not known. */
  unclear: number
  /** Null where no bank account ever pays. */
  fromBanks: FromBanks | null
  /** Needing a person now. */
  waiting: ReadonlyMap<ExceptionReason, Open>
  /** Open, of all days. */
  discrepancies: number
  /** Null while the comparison has not been finished. */
  books: 'agreed' | 'differs' | null
  /** That arrived that day, by the gateway's name. */
  payouts: PayoutOfDay[]
}

/** `pending`: submitted, and not paid yet, as of the reading. `returned`: that day. */
interface FromBanks {
  pending: Sum
  returned: Sum
}

/** Gross and fees are null until the gateway says what is in it. */
export interface PayoutOfDay {
  id: string
  status: PayoutStatus
  gross: Cents | null
  fees: Cents | null
  amount: Cents
}

/** A day without a summary, or one that counted otherwise, is counted as it stands now. */
export async function readSummary(deps: SummaryDeps, day: CalendarDate, db: Db = deps.db): Promise<Summary> {
  const { timeZone } = deps.profile
  const made = await selectMade(db, day)
  const rows = await selectMoves(db, made ? entriesOf(day) : movesOn(day, timeZone), timeZone)
  const own = rows.filter((row) => row.day === day)
  const earlierDays = [...new Set(rows.filter((row) => row.day !== day).map((row) => row.day))]
  return {
    day,
    isMailed: made !== null,
    taken: takenOf(own),
    ofDay: movesOf(own),
    fees: await selectFees(db, made ? entriesOf(day) : movesOn(day, timeZone)),
    earlier: earlierDays.map((earlier) => ({
      day: earlier,
      moves: movesOf(rows.filter((row) => row.day === earlier)),
    })),
    all: movesOf(rows),
    stray: { charged: sumOf(rows, ['strayCharged']), givenBack: sumOf(rows, ['strayGivenBack']) },
    later: {
      disputed: sumOf(rows, ['disputed']),
      disputeReturned: sumOf(rows, ['disputeReturned']),
      refundFailed: sumOf(rows, ['refundFailed']),
      undone: sumOf(rows, ['undone']),
    },
    ...(made ?? (await countUncharged(db, day, timeZone))),
    fromBanks: bankPaymentsOf(deps.profile, deps.paymentGateway) && (await sumFromBanks(db, day, timeZone)),
    waiting: await openByReason(db, measureOf(deps)),
    discrepancies: await countDiscrepancies(db),
    books: await selectBooks(db, day),
    payouts: await selectPayouts(db, day),
  }
}

interface MovesRow {
  day: CalendarDate
  kind: FinanceKind
  mode: PaymentMode
  brand: Tender
  count: number
  amount: Cents
}

function sumOf(rows: readonly MovesRow[], kinds: readonly FinanceKind[]): Sum {
  const counted = rows.filter(({ kind }) => kinds.includes(kind))
  return {
    count: counted.reduce((sum, { count }) => sum + count, 0),
    amount: sumCents(counted.map(({ amount }) => amount)),
  }
}

const chargedKinds: readonly FinanceKind[] = ['charged', 'strayCharged']

function movesOf(rows: readonly MovesRow[]): Moves {
  return {
    charged: sumOf(rows, chargedKinds),
    givenBack: sumOf(rows, ['givenBack', 'strayGivenBack']),
    posted: sumOf(rows, ['posted']),
    cancelled: sumOf(rows, ['cancelled']),
  }
}

function takenOf(rows: readonly MovesRow[]): Summary['taken'] {
  const charged = rows.filter(({ kind }) => chargedKinds.includes(kind))
  const lines = Map.groupBy(charged, ({ mode, brand }) => `${mode} ${brand}`)
  return [...lines.values()].flatMap(([first, ...more]) =>
    first ? { mode: first.mode, brand: first.brand, ...sumOf([first, ...more], chargedKinds) } : [],
  )
}

const entriesOf = (day: CalendarDate): RawBuilder<unknown> => sql`finance_entry where summary = ${day}::date`

const movesOn = (day: CalendarDate, timeZone: string): RawBuilder<unknown> => sql`finance_move
  where belongs_at >= ${startOfDay(day, timeZone)} and belongs_at < ${endOfDay(day, timeZone)}`

async function selectMoves(db: Db, moves: RawBuilder<unknown>, timeZone: string): Promise<MovesRow[]> {
  const { rows } = await sql<MovesRow>`
    select (belongs_at at time zone ${timeZone}::text)::date as day, kind, mode, brand,
      count(*) as count, sum(amount_cents)::bigint as amount
    from ${moves}
    group by 1, kind, mode, brand order by 1, mode, brand, kind
  `.execute(db)
  return rows
}

async function selectFees(db: Db, moves: RawBuilder<unknown>): Promise<Cents> {
  const { rows } = await sql<{ fees: Cents }>`
    select coalesce(sum(fee_cents), 0)::bigint as fees
    from (select ledger_entry_id, kind from ${moves}) as move
    join ledger_entry entry on entry.id = ledger_entry_id
    join charge_attempt attempt on attempt.checkout_id = entry.checkout_id
    where move.kind = 'charged'`.execute(db)
  return rows[0]?.fees ?? noCents
}

async function selectMade(db: Db, day: CalendarDate): Promise<Pick<Summary, 'unpaid' | 'unclear'> | null> {
  const made = await db
    .selectFrom('finance_summary')
    .select(['unpaid', 'unclear'])
    .where('day', '=', day)
    .executeTakeFirst()
  return made && made.unpaid !== null && made.unclear !== null ? { unpaid: made.unpaid, unclear: made.unclear } : null
}

/** Not charged or not known, as it stands now. */
export async function countUncharged(
  db: Db,
  day: CalendarDate,
  timeZone: string,
): Promise<Pick<Summary, 'unpaid' | 'unclear'>> {
  const { rows } = await sql<Pick<Summary, 'unpaid' | 'unclear'>>`
    select count(*) filter (where state in ('DECLINED', 'NOT_CHARGED')) as unpaid,
      count(*) filter (where state in ('INTENT', 'UNKNOWN', 'ESCALATED')) as unclear
    from charge_attempt
    where sent_at >= ${startOfDay(day, timeZone)} and sent_at < ${endOfDay(day, timeZone)}
  `.execute(db)
  return rows[0] ?? { unpaid: 0, unclear: 0 }
}

/** Nobody returns a debit within two hours: the index of late decisions has them. */
async function sumFromBanks(db: Db, day: CalendarDate, timeZone: string): Promise<FromBanks> {
  const { rows } = await sql<Sum>`
    select count(*) as count, coalesce(sum(amount_cents), 0)::bigint as amount
    from charge_attempt where state = 'PROCESSING'
    union all
    select count(*), coalesce(sum(amount_cents), 0)::bigint
    from charge_attempt where state = 'RETURNED' and decided_at - sent_at > interval '2 hours'
      and decided_at >= ${startOfDay(day, timeZone)} and decided_at < ${endOfDay(day, timeZone)}
  `.execute(db)
  const [pending = noSum, returned = noSum] = rows
  return { pending, returned }
}

const noSum: Sum = { count: 0, amount: noCents }

async function selectBooks(db: Db, day: CalendarDate): Promise<Summary['books']> {
  const run = await db
    .selectFrom('reconciliation_run')
    .select('outcome')
    .where('day', '=', day)
    .where('outcome', 'in', ['agreed', 'differs'])
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return run?.outcome === 'agreed' || run?.outcome === 'differs' ? run.outcome : null
}

async function selectPayouts(db: Db, day: CalendarDate): Promise<PayoutOfDay[]> {
  return await db
    .selectFrom('payout')
    .select(['payout_id as id', 'status', 'charge_cents as gross', 'fee_cents as fees', 'amount_cents as amount'])
    .where('arrives_on', '=', day)
    .orderBy('payout_id')
    .execute()
}
