import { type Instant, epochOf } from '@portal/contract/dates'
import { mostCounted } from '@portal/contract/exception-count'
import { exceptionReasons } from '@portal/contract/exceptions-texts'
import { sql } from 'kysely'
import type { Deps } from '../../deps.ts'
import type { Work } from '../../foundation/work/loop.ts'
import { oldestOpenWork, openWork } from '../../metrics.ts'
import { openAutopayExceptions } from './autopay-exceptions.ts'
import { measureOf, openByReason } from './exception-queries.ts'

type Open = { count: number; since: Instant | null }
const none: Open = { count: 0, since: null }

/** For Prometheus: what waits for a person, by kind, and how old the oldest is. */
export function openWorkWatch(deps: Deps): Work {
  return {
    name: 'open work',
    restMilliseconds: 60_000,
    async run() {
      const payments: ReadonlyMap<string, Open> = await openByReason(deps.db, measureOf(deps))
      for (const reason of Object.keys(exceptionReasons)) show(reason, payments.get(reason) ?? none)
      show('autoPay', await openAutopayExceptions(deps))
      show('discrepancy', await openRows(sql`first_seen_at as since from open_discrepancy`))
      show('contactChange', await openRows(sql`refused_at as since from contact_outbox where refused_at is not null`))
      return 0
    },
  }

  async function openRows(rows: ReturnType<typeof sql>): Promise<Open> {
    const found = await sql<Open>`
      select count(*) as count, min(since) as since from (select ${rows} limit ${mostCounted + 1}::int) as open`.execute(
      deps.db,
    )
    return found.rows[0] ?? none
  }

  function show(kind: string, { count, since }: Open): void {
    openWork.set({ kind }, count)
    oldestOpenWork.set({ kind }, since === null ? 0 : (epochOf(deps.clock.now()) - epochOf(since)) / 1000)
  }
}
