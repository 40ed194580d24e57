import type { Instant } from '@portal/contract/dates'
import type { NotificationKind } from '@portal/contract/notifications'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../database/connect.ts'
import type { RunState } from '../../database/tables/notifications.ts'
import type { Deps } from '../../deps.ts'
import type { Work } from '../../foundation/work/loop.ts'
import { notificationWork } from '../outbox/message.ts'
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
      else if (run.isOpen) for (const work of Object.values(notificationWork)) wake(work)
      return Math.max(moved, 1)
    },
  }
}

interface Run {
  scanId: number
  kind: NotificationKind
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

async function finishRun(db: Db, run: Run): Promise<void> {
  const { scanId, kind, isOpen } = run
  const holdsNone = sql`and not exists (
    select from notification where scan_id = ${scanId} and kind = ${kind} and state = 'HELD')`
  await moveRun(db, run, isOpen ? ['OPEN', 'DONE'] : ['DROPPED', 'DONE'], sql``, holdsNone)
}

/** The legal moves of what was found by one scan of one kind. */
export const runMoves = {
  FINDING: ['WAITING', 'OPEN'],
  WAITING: ['OPEN', 'DROPPED'],
  OPEN: ['DONE'],
  DROPPED: ['DONE'],
  DONE: [],
} as const satisfies Record<RunState, readonly RunState[]>

type RunMove = { [From in RunState]: readonly [from: From, to: (typeof runMoves)[From][number]] }[RunState]

/**
 * The one way in which a run changes its state.
 * @param also SQL of other columns, after a comma
 * @param only SQL of a further condition, after `and`
 * @returns false when it was not where it should have been @throws for a move that is not in the table
 */
export async function moveRun(
  db: Db | Tx,
  { scanId, kind }: { scanId: number; kind: NotificationKind },
  [from, to]: RunMove,
  also: RawBuilder<unknown> = sql``,
  only: RawBuilder<unknown> = sql``,
): Promise<boolean> {
  const legal: readonly RunState[] = runMoves[from]
  if (!legal.includes(to)) throw new Error(`No run goes ${from} → ${to}`)
  const moved = await sql`
    update notification_run set state = ${to} ${also}
    where scan_id = ${scanId} and kind = ${kind} and state = ${from} ${only}`.execute(db)
  return moved.numAffectedRows === 1n
}
