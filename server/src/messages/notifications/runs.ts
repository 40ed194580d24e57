import type { Instant } from '@portal/contract/dates'
import type { AccountNews } from '@portal/contract/notifications'
import { sql } from 'kysely'
import type { Db } from '../../database/connect.ts'
import type { Deps } from '../../deps.ts'
import type { Work } from '../../foundation/work/loop.ts'
import { newsWork } from '../outbox/message.ts'
import { moveHeld } from '../outbox/moves.ts'

/** By which to wake it. */
export const releaseWorkName = 'notification release'

/** Lets the messages of a run go once its delay is over, or drops them when a person decided so; in bounded steps. */
export function releaseWork({ db, clock, wake }: Pick<Deps, 'db' | 'clock' | 'wake'>): Work {
  return {
    name: releaseWorkName,
    restMilliseconds: 30_000,
    async run() {
      const now = clock.now()
      const run = await nextRun(db, now)
      if (!run) return 0
      const moved = await moveHeld(db, run, now)
      if (moved === 0) await finishRun(db, run)
      else if (run.isOpen) for (const work of Object.values(newsWork)) wake(work)
      return Math.max(moved, 1)
    },
  }
}

interface Run {
  scanId: number
  kind: AccountNews
  isOpen: boolean
}

async function nextRun(db: Db, now: Instant): Promise<Run | undefined> {
  const { rows } = await sql<Run>`
    select scan_id as "scanId", kind, state = 'OPEN' as "isOpen" from notification_run
    where state in ('FINDING', 'WAITING', 'OPEN', 'DROPPED')
      and (state = 'DROPPED' or (state = 'OPEN' and release_at <= ${now}))
    order by scan_id limit 1`.execute(db)
  return rows[0]
}

async function finishRun(db: Db, { scanId, kind }: Run): Promise<void> {
  await sql`
    update notification_run set state = 'DONE'
    where scan_id = ${scanId} and kind = ${kind}
      and not exists (select from notification where scan_id = ${scanId} and kind = ${kind} and state = 'HELD')
  `.execute(db)
}
