import { later } from '@portal/contract/dates'
import { sql } from 'kysely'
import type { Deps } from '../../../deps.ts'
import type { Work } from '../../../foundation/work/loop.ts'

const day = 24 * 3_600_000
const batch = 1_000

/**
 * Deletes what clients said happened (insert-transaction-logs) when it is older than `CLIENT_NOTE_DAYS`. The log of the
 * payments themselves, `payment_event`, is kept for ever.
 */
export function clientNoteSweep({
  db,
  clock,
  config,
}: Pick<Deps, 'db' | 'clock'> & { config: Pick<Deps['config'], 'CLIENT_NOTE_DAYS'> }): Work {
  return {
    name: 'client-note-sweep',
    restMilliseconds: 3_600_000,
    async run() {
      const oldest = later(clock.now(), -config.CLIENT_NOTE_DAYS * day)
      const swept = await sql`
        delete from payment_client_note where id in (
          select id from payment_client_note where noted_at < ${oldest} order by noted_at limit ${batch})`.execute(db)
      return Number(swept.numAffectedRows ?? 0n)
    },
  }
}
