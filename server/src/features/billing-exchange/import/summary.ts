import type { BillingPart } from '@portal/contract/billing-data'
import type { CalendarDate } from '@portal/contract/dates'
import type { ImportSummary } from '@portal/contract/imports'
import { cents, decimalCents } from '@portal/contract/money'
import type pg from 'pg'
import type { Quarantine } from './runs.ts'
import { incomingSchema as incoming } from './staging.ts'

/** So many are shown. */
const [mostChanges, mostFaults] = [20, 200]

interface Read {
  asOf: CalendarDate
  /** Lines. */
  rows: number
  quarantine: Quarantine
  missing: BillingPart[]
}

/** What would change, when all is verified. */
export async function summaryOf(client: pg.Client, { asOf, rows, quarantine, missing }: Read): Promise<ImportSummary> {
  const found = await client.query<Record<string, string>>(`
    select count(live.account_id) as live_accounts, coalesce(sum(live.balance_cents), 0) as live_total,
      coalesce(sum(live.balance_cents) filter (where live.balance_cents < 0), 0) as live_credits,
      count(next.account_id) as next_accounts, coalesce(sum(next.balance_cents), 0) as next_total,
      coalesce(sum(next.balance_cents) filter (where next.balance_cents < 0), 0) as next_credits,
      count(*) filter (where live.account_id is null) as new, count(*) filter (where next.account_id is null) as closed,
      count(*) filter (where live.balance_cents <> next.balance_cents) as changed
    from cis.account live full join ${incoming}.account next using (account_id)`)
  const holders = await client.query<{ count: string }>(`
    select count(*) from cis.account_person live join ${incoming}.account_person next using (account_id)
    where live.is_main and next.is_main and live.person_id <> next.person_id`)
  const [sums = {}] = found.rows
  const count = (name: string) => Number(sums[name])
  const totals = (which: 'live' | 'next') => ({
    accounts: count(`${which}_accounts`),
    total: decimalCents(cents(count(`${which}_total`))),
    credits: decimalCents(cents(count(`${which}_credits`))),
  })
  return {
    asOf,
    rows,
    leftOut: quarantine.total(),
    live: totals('live'),
    next: totals('next'),
    new: count('new'),
    closed: count('closed'),
    newHolders: Number(holders.rows[0]?.count),
    changed: count('changed'),
    largest: await largestChanges(client),
    faults: quarantine
      .kept()
      .slice(0, mostFaults)
      .map(({ recordType: file, lineNumber: line, reason }) => ({ file, line, reason })),
    missing,
  }
}

async function largestChanges(client: pg.Client): Promise<ImportSummary['largest']> {
  const { rows } = await client.query<{ account: string; name: string; live: string | null; next: string | null }>(`
    with largest as (
      select account_id, live.balance_cents as live, next.balance_cents as next
      from cis.account live full join ${incoming}.account next using (account_id)
      where live.balance_cents is distinct from next.balance_cents
      order by abs(coalesce(next.balance_cents, 0) - coalesce(live.balance_cents, 0)) desc, account_id
      limit ${mostChanges})
    select account_id as account, live, next, coalesce(
      (select full_name from ${incoming}.account_person join ${incoming}.person using (person_id)
       where account_person.account_id = largest.account_id and is_main limit 1),
      (select full_name from cis.account_person join cis.person using (person_id)
       where account_person.account_id = largest.account_id and is_main limit 1), '') as name
    from largest order by abs(coalesce(next, 0) - coalesce(live, 0)) desc, account_id`)
  return rows.map(({ account, name, live, next }) => ({
    account,
    name,
    live: live === null ? null : decimalCents(cents(Number(live))),
    next: next === null ? null : decimalCents(cents(Number(next))),
    change: decimalCents(cents(Number(next ?? 0) - Number(live ?? 0))),
  }))
}
