import { dateIn, daysAfter } from '@portal/contract/dates'
import { type ReturnRates, returnKinds, returnRateDays } from '@portal/contract/return-rates'
import { sql } from 'kysely'
import { startOfDay } from '../../database/sql.ts'
import type { Deps } from '../../deps.ts'

/** Of the debits that left within those days: what was canceled in time, or never confirmed, was none. */
export async function readRates({ db, clock, profile }: Pick<Deps, 'db' | 'clock' | 'profile'>): Promise<ReturnRates> {
  const since = daysAfter(dateIn(profile.timeZone, clock.now()), 1 - returnRateDays)
  const { rows } = await sql<{ code: string | null; isReturned: boolean; count: number }>`
    select return_code as code, return_reason is not null as "isReturned", count(*) as count from charge_attempt
    where brand is null and sent_at >= ${startOfDay(since, profile.timeZone)}
      and state in ('PROCESSING', 'CHARGED', 'RETURNED', 'REVERSING', 'REVERSED')
    group by return_code, return_reason is not null
  `.execute(db)
  const returned = rows.filter(({ isReturned }) => isReturned)
  const count = (some: typeof rows) => some.reduce((sum, row) => sum + row.count, 0)
  const coded = (codes: readonly string[]) =>
    count(returned.filter(({ code }) => code !== null && codes.includes(code)))
  return {
    since,
    debits: count(rows),
    returns: {
      unauthorized: coded(returnKinds.unauthorized.codes),
      administrative: coded(returnKinds.administrative.codes),
      all: count(returned),
    },
  }
}
