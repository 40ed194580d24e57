import type { Instant } from '@portal/contract/dates'
import type { PersonId } from '@portal/contract/ids'
import type { MessageKind, NotificationChannel } from '@portal/contract/notifications'
import { sql } from 'kysely'
import type { Tx } from '../database/connect.ts'
import { repeatable } from './rules.ts'

/** Ready to leave again, checked as any other. Null when it may not be repeated, is too old, or is somebody else's. */
export async function repeatNotification(
  tx: Tx,
  { id, personId }: { id: number; personId: PersonId },
  now: Instant,
): Promise<{ kind: MessageKind; channel: NotificationChannel; username: string } | null> {
  const { rows } = await sql<{ kind: MessageKind; channel: NotificationChannel; username: string }>`
    update notification set state = 'READY', due_at = ${now}, reason = null, settled_at = null, lease_until = null,
      epoch = notification.epoch + 1
    from web_user
    where notification.id = ${id} and web_user.id = web_user_id and person_id = ${personId} and expires_at > ${now}
      and (state = any(${[...repeatable.states]}::text[])
        or (state = 'DROPPED' and reason = any(${[...repeatable.drops]}::text[])))
    returning kind, channel, username`.execute(tx)
  return rows[0] ?? null
}
