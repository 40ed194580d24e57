import type { BroadcastState } from '@portal/contract/broadcasts-texts'
import { type Instant, later } from '@portal/contract/dates'
import { goodForDays } from '@portal/contract/notifications'
import { sql } from 'kysely'
import type { Db, Tx } from '../../database/connect.ts'
import type { Deps } from '../../deps.ts'
import { type Work, leaseMilliseconds } from '../../foundation/work/loop.ts'
import { notificationWork } from '../outbox/message.ts'
import { dropOfBroadcast } from '../outbox/moves.ts'
import { broadcastCause } from '../outbox/names.ts'
import { finishBroadcasts } from './moves.ts'
import { type Audience, type Chunk, type Recipient, recipientsAfter } from './recipients.ts'

type Needed = Pick<Deps, 'db' | 'billing'>

/** By which to wake it. */
export const broadcastWorkName = 'broadcasts'

/**
 * Makes the messages of what was approved, in chunks with a stored cursor: any process goes on where the last one stopped.
 * Drops those of what was stopped. The delivery of notifications does the rest.
 */
export function broadcastWork(deps: Needed & Pick<Deps, 'clock' | 'wake'>): Work {
  const { db, clock, wake } = deps
  return {
    name: broadcastWorkName,
    // A stop in another process takes effect within this time for the figures; it holds the delivery immediately.
    restMilliseconds: 2000,
    async run() {
      const now = clock.now()
      await finishBroadcasts(db, now)
      const open = await lease(db, now)
      if (!open) return 0
      if (open.state === 'STOPPED') return await dropWaiting(db, open.id, now)
      const chunk = await recipientsAfter(deps, open, open.after)
      await recordFound(db, open, chunk, now)
      for (const channel of open.channels) wake(notificationWork[channel])
      return 1
    },
  }
}

interface Open extends Audience {
  id: number
  state: BroadcastState
  after: number
  epoch: number
}

/** The first that has something to find or to drop, and that no one else has. */
async function lease(db: Db, now: Instant): Promise<Open | undefined> {
  const { rows } = await sql<Open>`
    update broadcast set lease_until = ${later(now, leaseMilliseconds(1))}, epoch = epoch + 1
    where id = any(array(
      select id from broadcast
      where state in ('SENDING', 'STOPPED') and done_at is null and (state = 'STOPPED' or found_all_at is null)
        and (lease_until is null or lease_until <= ${now})
      order by id limit 1 for update skip locked))
    returning id, state, channels, villages, after_user as after, epoch`.execute(db)
  return rows[0]
}

/** With the cursor in one transaction. Nothing when others have it by now, or it was stopped. */
async function recordFound(db: Db, { id, epoch }: Open, { recipients, last }: Chunk, now: Instant): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const held = await tx
      .updateTable('broadcast')
      .set({ lease_until: null })
      .set(last === null ? { found_all_at: now } : { after_user: last })
      .where('id', '=', id)
      .where('epoch', '=', epoch)
      .where('state', '=', 'SENDING')
      .executeTakeFirst()
    if (held.numUpdatedRows === 0n || recipients.length === 0) return
    const count = await insertMessages(tx, id, recipients, now)
    await tx
      .updateTable('broadcast')
      .set({ found: sql<number>`found + ${count}` })
      .where('id', '=', id)
      .execute()
  })
}

const day = 24 * 60 * 60_000

/** Once for a person and for an address, whatever was found twice. */
async function insertMessages(tx: Tx, id: number, recipients: readonly Recipient[], now: Instant): Promise<number> {
  const inserted = await sql`
    insert into notification (kind, web_user_id, account_id, cause, channel, facts, state, address, found_at, due_at,
      expires_at, broadcast_id)
    select 'announcement', "webUserId", "accountId", ${`${broadcastCause}${id}`}, channel, '{}', 'READY', address,
      ${now}::timestamptz, ${now}::timestamptz, ${later(now, goodForDays.announcement * day)}::timestamptz, ${id}::bigint
    from jsonb_to_recordset(${JSON.stringify(recipients)}::jsonb)
      as found ("webUserId" bigint, "accountId" text, channel text, address text)
    on conflict do nothing`.execute(tx)
  return Number(inserted.numAffectedRows ?? 0n)
}

async function dropWaiting(db: Db, id: number, now: Instant): Promise<number> {
  const count = await dropOfBroadcast(db, id, now)
  // One that is being handed over may be ready again: the lease lets it be looked for later.
  await sql`
    update broadcast set lease_until = case when ${count} > 0 then null else lease_until end,
      done_at = case when not exists (select from notification
        where broadcast_id = ${id} and state in ('READY', 'HANDING_OVER')) then ${now}::timestamptz end
    where id = ${id} and done_at is null`.execute(db)
  return count
}
