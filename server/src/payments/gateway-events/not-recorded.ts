import { type CalendarDate, type Instant, dateIn } from '@portal/contract/dates'
import type { DiscrepancyKind } from '@portal/contract/discrepancies'
import { type Cents, dollars } from '@portal/contract/money'
import { sql } from 'kysely'
import type { ChargeRecord } from '../../adapters/payment-gateway/port-records.ts'
import type { Db } from '../../database/connect.ts'
import { scrub, scrubOrNull } from '../../database/long-digits.ts'
import type { Engine } from '../engine.ts'

interface NotRecorded {
  kind: DiscrepancyKind
  /** As reconciliation names it, which may find it, too. */
  subject: string
  reference: string | null
  tag: string
  gateway: Cents | null
  /** What the kind does not say. */
  detail: string
}

/** What the gateway tells and our records do not have waits for a person, with an alarm. Once, unless it was resolved. */
export async function tellNotRecorded(engine: Engine, told: NotRecorded): Promise<void> {
  const { db, clock, profile, monitoring } = engine
  const now = clock.now()
  const isNew = await insertDiscrepancy(db, told, dateIn(profile.timeZone, now), now)
  const { kind, subject, tag } = told
  if (isNew) monitoring.alarm('The gateway tells of something that is not recorded', { kind, subject, tag })
}

async function insertDiscrepancy(
  db: Db,
  { kind, subject, reference, tag, gateway, detail }: NotRecorded,
  day: CalendarDate,
  now: Instant,
): Promise<boolean> {
  const { rows } = await sql`
    insert into discrepancy (run_id, day, kind, subject, reference, transaction_tag, gateway_cents, detail, first_seen_at,
      last_seen_at)
    select null, ${day}::date, ${kind}, ${scrub(subject)}, ${scrubOrNull(reference)}, ${scrub(tag)}, ${gateway}::bigint,
      ${scrub(detail)}, ${now}::timestamptz, ${now}::timestamptz
    where not exists (
      select from discrepancy where kind = ${kind} and subject = ${scrub(subject)} and settled_at is not null
        and gateway_cents is not distinct from ${gateway}::bigint)
    on conflict (kind, subject) where settled_at is null do nothing
    returning id`.execute(db)
  return rows.length > 0
}

const mostNamed = 20

/** For people who have to find out whom a charge is for that we do not have: ` Accounts: 0123456789 $80.53.` */
export function accountsInWords(accounts: ChargeRecord['accounts'] | undefined): string {
  if (!accounts || accounts.length === 0) return ' Accounts: not known to the gateway.'
  const named = accounts.slice(0, mostNamed).map(({ accountId, amount }) => `${accountId} ${dollars(amount)}`)
  const more = accounts.length - named.length
  return ` Accounts: ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`
}
