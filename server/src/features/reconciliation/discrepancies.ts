import { sql } from 'kysely'
import type { Db } from '../../database/connect.ts'
import type { Discrepancy } from './books.ts'
import { withoutLongNumbers } from './gateway-discrepancies.ts'
import type { LeasedRun } from './runs.ts'

/** One that is open already is updated: it stays one case, however often it is found. */
export async function keepDiscrepancies(db: Db, run: LeasedRun, found: readonly Discrepancy[]): Promise<void> {
  if (found.length === 0) return
  await db
    .insertInto('discrepancy')
    .values(
      found.map((discrepancy) => ({
        run_id: run.id,
        day: run.day,
        kind: discrepancy.kind,
        subject: discrepancy.subject,
        reference: withoutLongNumbers(discrepancy.reference),
        receipt_number: discrepancy.receipt,
        transaction_tag: discrepancy.tag,
        gateway_cents: discrepancy.gateway,
        portal_cents: discrepancy.portal,
        billing_cents: discrepancy.billing,
        detail: discrepancy.detail,
        first_seen_at: run.startedAt,
        last_seen_at: run.startedAt,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['kind', 'subject'])
        .where('settled_at', 'is', null)
        .doUpdateSet((set) => ({
          run_id: set.ref('excluded.run_id'),
          day: set.ref('excluded.day'),
          transaction_tag: set.ref('excluded.transaction_tag'),
          gateway_cents: set.ref('excluded.gateway_cents'),
          portal_cents: set.ref('excluded.portal_cents'),
          billing_cents: set.ref('excluded.billing_cents'),
          detail: set.ref('excluded.detail'),
          last_seen_at: set.fn('greatest', ['discrepancy.last_seen_at', 'excluded.last_seen_at']),
        })),
    )
    .execute()
}

/** Resolved by a person as they are: the same case with the same amounts. */
export async function withoutSettled(db: Db, found: readonly Discrepancy[]): Promise<Discrepancy[]> {
  if (found.length === 0) return []
  const settled = await db
    .selectFrom('discrepancy')
    .select(['kind', 'subject', 'gateway_cents', 'portal_cents', 'billing_cents'])
    .where('settled_at', 'is not', null)
    .where('subject', '=', sql<string>`any(${found.map(({ subject }) => subject)}::text[])`)
    .execute()
  const isSettled = ({ kind, subject, gateway, portal, billing }: Discrepancy) =>
    settled.some(
      (row) =>
        row.kind === kind &&
        row.subject === subject &&
        row.gateway_cents === gateway &&
        row.portal_cents === portal &&
        row.billing_cents === billing,
    )
  return found.filter((discrepancy) => !isSettled(discrepancy))
}

/** Not resolved, and still found by the latest run for their day. */
export async function countOpen(db: Db): Promise<{ kind: string; count: number }[]> {
  return await db
    .selectFrom('open_discrepancy')
    .select(['kind', ({ fn }) => fn.countAll<number>().as('count')])
    .groupBy('kind')
    .execute()
}
