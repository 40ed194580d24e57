import { type Instant, epochOf } from '@portal/contract/dates'
import { sql } from 'kysely'
import type { Db } from '../../database/connect.ts'
import type { Deps } from '../../deps.ts'
import type { Work } from '../../foundation/work/loop.ts'
import { importedAt, oldestUnexportedPayment } from '../../metrics.ts'

/** For Prometheus; every process reports the same. */
export function exchangeMonitoring({ db, clock }: Pick<Deps, 'db' | 'clock'>): Work {
  return {
    name: 'exchange-monitoring',
    restMilliseconds: 60_000,
    async run() {
      const imported = await liveImportAt(db)
      if (imported !== null) importedAt.set(imported / 1000)
      const waitingSince = await firstUnexportedAt(db)
      oldestUnexportedPayment.set(waitingSince === null ? 0 : (epochOf(clock.now()) - waitingSince) / 1000)
      return 0
    },
  }
}

async function liveImportAt(db: Db): Promise<number | null> {
  const live = await db
    .selectFrom('cis.import_run')
    .select('finished_at')
    .where('is_live', '=', true)
    .executeTakeFirst()
  return live ? epochOf(live.finished_at) : null
}

/** Null when none waits. One in a file not completely on disk waits, too: billing has no such file yet. */
async function firstUnexportedAt(db: Db): Promise<number | null> {
  const { rows } = await sql<{ since: Instant | null }>`
    select min(since) as since from (
      (select paid_at from cis.portal_payment
        where export_id is null and contained_in_import is null order by payment_number limit 1)
      union all
      (select cancelled_at from cis.payment_cancellation
        where export_id is null and contained_in_import is null order by cancellation_number limit 1)
      union all
      select created_at from cis.payment_export where written_at is null) as waiting (since)`.execute(db)
  const since = rows[0]?.since ?? null
  return since === null ? null : epochOf(since)
}
