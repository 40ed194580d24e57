import type { CardBrand } from '@portal/contract/card'
import type { CalendarDate } from '@portal/contract/dates'
import { type Cents, noCents } from '@portal/contract/money'
import type { AttentionReason } from '@portal/contract/money-desk-texts'
import type { PaymentMode } from '@portal/contract/payments'
import { sql } from 'kysely'
import type { Db } from '../../../database/connect.ts'
import { endOfDay, startOfDay } from '../../../database/local-day.ts'
import { chargedStates } from '../../../database/tables/payments.ts'
import type { Deps } from '../../../deps.ts'
import { countByReason, overdueBefore } from '../attention.ts'
import { countDiscrepancies } from '../discrepancies.ts'

export type SummaryDeps = Pick<Deps, 'db' | 'clock' | 'profile' | 'config' | 'wake'>

/** A number of payments and their money. */
export interface Sum {
  payments: number
  amount: Cents
}

/** A day of payments in the utility's time zone, and what is waiting when the summary is made. */
export interface Summary {
  day: CalendarDate
  /** Cards charged that day, including those given back since. */
  taken: (Sum & { mode: PaymentMode; brand: CardBrand })[]
  /** Voids and refunds made that day, and charges the gateway took back by itself, of payments of any day. */
  givenBack: Sum
  /** Payments of the day that were declined, or not charged. */
  unpaid: number
  /** Payments of the day whose outcome nobody knows. */
  unclear: number
  /** Payments that need a person now, by reason. */
  waiting: ReadonlyMap<AttentionReason, number>
  /** Open discrepancies of all days. */
  discrepancies: number
  /** How the daily comparison of the books came out; null while it has not been finished. */
  books: 'agreed' | 'differs' | null
}

/** Reads a day's summary, as it stands now. */
export async function readSummary(deps: SummaryDeps, day: CalendarDate): Promise<Summary> {
  const { db, profile } = deps
  const [payments, givenBack, waiting, discrepancies, books] = await Promise.all([
    selectPayments(db, day, profile.timeZone),
    selectGivenBack(db, day, profile.timeZone),
    countByReason(db, overdueBefore(deps)),
    countDiscrepancies(db),
    selectBooks(db, day),
  ])
  const countOf = (standing: PaymentsRow['standing']): number =>
    payments.filter((row) => row.standing === standing).reduce((sum, row) => sum + row.payments, 0)
  return {
    day,
    taken: payments
      .filter(({ standing }) => standing === 'taken')
      .map(({ mode, brand, payments: many, amount_cents: amount }) => ({ mode, brand, payments: many, amount })),
    givenBack,
    unpaid: countOf('unpaid'),
    unclear: countOf('unclear'),
    waiting,
    discrepancies,
    books,
  }
}

interface PaymentsRow {
  standing: 'taken' | 'unpaid' | 'unclear'
  mode: PaymentMode
  brand: CardBrand
  payments: number
  amount_cents: Cents
}

async function selectPayments(db: Db, day: CalendarDate, timeZone: string): Promise<PaymentsRow[]> {
  const { rows } = await sql<PaymentsRow>`
    select
      case when state in (${sql.join(chargedStates)}) then 'taken'
        when state in ('DECLINED', 'NOT_CHARGED') then 'unpaid' else 'unclear' end as standing,
      mode, brand, count(*) as payments, sum(amount_cents)::bigint as amount_cents
    from charge_attempt
    where sent_at >= ${startOfDay(day, timeZone)} and sent_at < ${endOfDay(day, timeZone)}
    group by standing, mode, brand order by mode, brand
  `.execute(db)
  return rows
}

async function selectGivenBack(db: Db, day: CalendarDate, timeZone: string): Promise<Sum> {
  const { rows } = await sql<{ payments: number; amount_cents: Cents | null }>`
    select count(*) as payments, sum(amount_cents)::bigint as amount_cents from (
      select amount_cents, decided_at from reversal where state = 'DONE'
      union all
      select amount_cents, decided_at from charge_attempt attempt
      where state = 'REVERSED' and not exists (select from reversal
        where reversal.attempt_id = attempt.id and reversal.transaction_tag = attempt.transaction_tag and state = 'DONE')
    ) as given_back
    where decided_at >= ${startOfDay(day, timeZone)} and decided_at < ${endOfDay(day, timeZone)}
  `.execute(db)
  return { payments: rows[0]?.payments ?? 0, amount: rows[0]?.amount_cents ?? noCents }
}

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
