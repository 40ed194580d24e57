import { epochOf } from '@portal/contract/dates'
import type { Db } from '../../database/connect.ts'
import type { Deps } from '../../deps.ts'
import type { Work } from '../../foundation/work/loop.ts'
import { importedAt, oldestUnexportedPayment } from '../../metrics.ts'

/** Reports to Prometheus on the file exchange with the billing system. Every process reports the same. */
export function exchangeWatch({ db, clock }: Pick<Deps, 'db' | 'clock'>): Work {
  return {
    name: 'exchange-watch',
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

/** When the live extract was imported, or null before the first one. */
async function liveImportAt(db: Db): Promise<number | null> {
  const live = await db
    .selectFrom('cis.import_run')
    .select('finished_at')
    .where('is_live', '=', true)
    .executeTakeFirst()
  return live ? epochOf(live.finished_at) : null
}

/** When the payment was made that has waited longest for a payment file; null when none is waiting. */
async function firstUnexportedAt(db: Db): Promise<number | null> {
  const first = await db
    .selectFrom('cis.portal_payment')
    .select('paid_at')
    .where('export_id', 'is', null)
    .where('contained_in_import', 'is', null)
    .orderBy('payment_number')
    .limit(1)
    .executeTakeFirst()
  return first ? epochOf(first.paid_at) : null
}
