import type { Instant } from '@portal/contract/dates'
import type { MobileNumber } from '@portal/contract/text-messages'
import { sql } from 'kysely'
import type { Db, Tx } from '../../database/connect.ts'
import { portalActor, recordAudit } from '../../foundation/audit.ts'
import type { EmailReport } from '../outbox/message.ts'

export async function stopAddress(
  tx: Tx,
  { address, kind, status }: Pick<EmailReport, 'kind' | 'status'> & { address: string },
  now: Instant,
): Promise<void> {
  const why = kind === 'complained' ? 'complained' : 'bounced'
  // In the order in which confirming locks them.
  const { rows } = await sql<{ personId: string }>`
    update proven_address set proven_at = null from web_user
    where web_user.id = web_user_id and channel = 'email' and address = ${address} and web_user_id in (
      select web_user_id from proven_address where channel = 'email' and address = ${address}
      order by web_user_id for update)
    returning person_id as "personId"`.execute(tx)
  const stopped = await tx
    .insertInto('stopped_address')
    .values({ channel: 'email', address, why, since: now })
    .onConflict((known) => known.columns(['channel', 'address']).doNothing())
    .executeTakeFirst()
  if (stopped.numInsertedOrUpdatedRows !== 1n) return
  for (const { personId } of rows) {
    const subject = `Person ${personId}`
    const event = { actor: portalActor, action: 'emails-stopped', subject, after: { why, status } } as const
    await recordAudit(tx, event, { clientAddress: '', requestId: '' }, now)
  }
}

/** `stop`: for everybody who shares the number, until START. */
export async function stopNumber(db: Db, number: string, why: 'stop' | 'undelivered', at: Instant): Promise<void> {
  await db
    .insertInto('stopped_address')
    .values({ channel: 'text', address: number, why, since: at })
    .onConflict((known) =>
      known
        .columns(['channel', 'address'])
        .doUpdateSet({ why: sql`case when excluded.why = 'stop' then 'stop' else stopped_address.why end` }),
    )
    .execute()
}

/** So many undelivered texts in a row stop a number. */
const mostUndelivered = 3

export async function hasFailedInARow(db: Db, number: string): Promise<boolean> {
  const { rows } = await sql<{ state: string }>`
    select state from notification where channel = 'text' and address = ${number}
      and state in ('DELIVERED', 'UNDELIVERED', 'REFUSED')
    order by id desc limit ${mostUndelivered}`.execute(db)
  return rows.length === mostUndelivered && rows.every(({ state }) => state !== 'DELIVERED')
}

/** It may get texts again once its owner confirms it in the portal. @returns false for one that was not stopped */
export async function startByReply(db: Db, number: MobileNumber): Promise<boolean> {
  return await db.transaction().execute(async (tx) => {
    const started = await tx
      .deleteFrom('stopped_address')
      .where('channel', '=', 'text')
      .where('address', '=', number)
      .executeTakeFirst()
    if (started.numDeletedRows === 0n) return false
    await tx
      .updateTable('proven_address')
      .set({ proven_at: null })
      .where('channel', '=', 'text')
      .where('address', '=', number)
      .execute()
    return true
  })
}
