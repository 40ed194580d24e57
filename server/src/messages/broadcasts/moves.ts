import { type BroadcastMove, broadcastMoves, moved } from '@portal/contract/broadcasts'
import type { BroadcastState } from '@portal/contract/broadcasts-texts'
import type { Instant } from '@portal/contract/dates'
import { sql } from 'kysely'
import type { Db, Tx } from '../../database/connect.ts'

interface Held {
  id: number
  state: BroadcastState
  version: number
}

/**
 * The one way in which a person changes the state of a broadcast, locked. @param also other columns
 * @throws for a move that is not in the table, and for a row that is not as it was read
 */
export async function writeMove(
  tx: Tx,
  { id, state, version }: Held,
  move: BroadcastMove,
  also: object,
): Promise<void> {
  const to = moved(state, move)
  if (to === undefined) throw new Error(`A broadcast that is ${state} has no move ${move}`)
  const written =
    to === null
      ? await sql`delete from broadcast where id = ${id} and state = ${state} and version = ${version}`.execute(tx)
      : await tx
          .updateTable('broadcast')
          .set({ ...also, state: to, version: version + 1 })
          .where('id', '=', id)
          .where('state', '=', state)
          .where('version', '=', version)
          .executeTakeFirst()
  const count = 'numUpdatedRows' in written ? written.numUpdatedRows : written.numAffectedRows
  if (count !== 1n) throw new Error('A broadcast has changed while it was locked')
}

/** Those whose messages have all left. */
export async function finishBroadcasts(db: Db, now: Instant): Promise<void> {
  await sql`
    update broadcast set state = ${broadcastMoves.SENDING.finish}, done_at = ${now}, version = version + 1
    where state in ('SENDING', 'STOPPED') and done_at is null and state = 'SENDING' and found_all_at is not null
      and not exists (select from notification
        where broadcast_id = broadcast.id and state in ('READY', 'HANDING_OVER'))`.execute(db)
}
