import { CalendarDate, Instant } from '@portal/contract/dates'
import type { Db } from '@portal/server/database/connect.ts'
import { dailyFinanceSummary } from '@portal/server/features/exceptions/daily-summary/send-summary.ts'
import { figuresOf } from '@portal/server/features/exceptions/daily-summary/testing/figures-of.ts'
import { testClock } from '@portal/server/testing/clock.ts'
import type { ModelRecords } from './model/records.ts'
import { simulatedUtility } from './utility.ts'

const config = { PUBLIC_URL: 'https://portal.utility.example', PAYMENT_PACE: 1 }
const never = new AbortController().signal

/** A process that has waited long enough for the books to be compared, which nobody does here. */
const longAgo = Instant.parse('2020-01-01T00:00:00.000Z')

/** Makes the summaries of the days that are over; one that is killed dies when it has read the first. */
export async function tellSummaries(db: Db, now: Instant, isKilled: boolean): Promise<void> {
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

/** Whoever asks where the letter goes dies. By then the summary has been read. */
const utilityOfTheKilled = Object.defineProperty({ ...simulatedUtility }, 'financeEmail', {
  get() {
    throw new Killed()
  },
})

/** Reads what the summaries count, and what their letters say. */
export async function addSummaries(db: Db, records: ModelRecords): Promise<void> {
  for (const row of await db.selectFrom('finance_entry').selectAll().execute()) {
    const { kind, amount_cents: amount, belongs_at: belongsAt, summary } = row
    records.finance.push({ kind, amount, belongsAt: Instant.parse(belongsAt), summary })
  }
  const letters = await db
    .selectFrom('letter')
    .select(['dedupe_key as key', 'body_text as text'])
    .where('kind', '=', 'finance-summary')
    .execute()
  for (const { key, text } of letters) {
    const { all, stray } = figuresOf(text)
    const sums = {
      charged: all.charged.amount - stray.charged.amount,
      givenBack: all.givenBack.amount - stray.givenBack.amount,
      posted: all.posted.amount,
      cancelled: all.cancelled.amount,
      strayCharged: stray.charged.amount,
      strayGivenBack: stray.givenBack.amount,
    }
    records.summaries.push({ day: CalendarDate.parse(key.replace('finance-summary-', '')), sums })
  }
}
