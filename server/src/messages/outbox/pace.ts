import { type Instant, later } from '@portal/contract/dates'
import type { NotificationChannel } from '@portal/contract/notifications'
import { sql } from 'kysely'
import type { Db } from '../../database/connect.ts'

/**
 * How many messages may leave now by this channel, of all processes together; 0 when none is due. Whoever comes late makes
 * up for it, up to a second, so that the pace is the average.
 */
export async function takePace(
  db: Db,
  channel: NotificationChannel,
  { now, perSecond, batch }: { now: Instant; perSecond: number; batch: number },
): Promise<number> {
  const most = Math.min(batch, perSecond)
  const { rows } = await sql`
    insert into notification_pace as pace (channel, free_at)
    select ${channel}, ${later(now, (most * 1000) / perSecond)}::timestamptz
    where exists (select from notification where channel = ${channel} and due_at <= ${now} and state = 'READY')
    on conflict (channel) do update
      set free_at = greatest(pace.free_at, ${now}::timestamptz - interval '1 second')
        + (excluded.free_at - ${now}::timestamptz)
      where pace.free_at <= ${now}
    returning channel`.execute(db)
  return rows.length > 0 ? most : 0
}
