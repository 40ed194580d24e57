import { CalendarDate, Instant } from '@portal/contract/dates'
import type { Db } from '@portal/server/database/connect.ts'
import type { FinanceKind } from '@portal/server/database/tables/reconciliation.ts'
import { dailyFinanceSummary } from '@portal/server/features/exceptions/daily-summary/send-summary.ts'
import { figuresOf } from '@portal/server/features/exceptions/daily-summary/testing/figures-of.ts'
import { testClock } from '@portal/server/testing/clock.ts'
import { simulatedUtility } from './utility.ts'

const config = { PUBLIC_URL: 'https://portal.utility.example', PAYMENT_PACE: 1 }
const never = new AbortController().signal

const longAgo = Instant.parse('2020-01-01T00:00:00.000Z')

/** Makes the summaries of the days that are over; one that is killed dies when it has read the first. */
export async function makeSummaries(db: Db, now: Instant, isKilled: boolean): Promise<void> {
  const profile = isKilled ? utilityOfTheKilled : simulatedUtility
  const deps = { db, clock: testClock(now), profile, config, wake: () => undefined }
  const work = dailyFinanceSummary(deps, longAgo)
  try {
    while ((await work.run(never)) > 0);
  } catch (error) {
    if (!(error instanceof Killed)) throw error
  }
}

class Killed extends Error {
  override readonly name = 'Killed'
}

const utilityOfTheKilled = Object.defineProperty({ ...simulatedUtility }, 'financeEmail', {
  get() {
    throw new Killed()
  },
})

/** Cents by what happened to them. */
export type FinanceSums = Record<FinanceKind, number>

export interface FinanceRecords {
  entries: { kind: FinanceKind; amount: number; belongsAt: Instant; summary: CalendarDate | null }[]
  summaries: { day: CalendarDate; sums: FinanceSums }[]
}

export async function readFinance(db: Db): Promise<FinanceRecords> {
  const entries = await db
    .selectFrom('finance_entry')
    .select(['kind', 'amount_cents as amount', 'belongs_at as belongsAt', 'summary'])
    .execute()
  const emails = await db
    .selectFrom('letter')
    .select(['dedupe_key as key', 'body_text as text'])
    .where('kind', '=', 'finance-summary')
    .execute()
  const summaries = emails.map(({ key, text }) => {
    const day = CalendarDate.parse(key.replace('finance-summary-', ''))
    return { day, sums: sumsIn(text) }
  })
  return { entries, summaries }
}

function sumsIn(text: string): FinanceSums {
  const { all, stray } = figuresOf(text)
  return {
    charged: all.charged.amount - stray.charged.amount,
    givenBack: all.givenBack.amount - stray.givenBack.amount,
    posted: all.posted.amount,
    cancelled: all.cancelled.amount,
    strayCharged: stray.charged.amount,
    strayGivenBack: stray.givenBack.amount,
  }
}

/** Adds up cents by what happened to them. */
export function sumsOf(entries: readonly { kind: FinanceKind; amount: number }[]): FinanceSums {
  const sums = { charged: 0, givenBack: 0, posted: 0, cancelled: 0, strayCharged: 0, strayGivenBack: 0 }
  for (const { kind, amount } of entries) sums[kind] += amount
  return sums
}
