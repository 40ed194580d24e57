import { type Instant, later } from '@portal/contract/dates'
import type { SentNotification, SentStatus } from '@portal/contract/sent-notifications'
import { maskEmail } from '@portal/contract/text'
import type { Db } from '../../database/connect.ts'
import type { NotificationState } from '../../database/tables/notifications.ts'

/** What was sent is kept for so long. */
export const keptDays = 396

const page = 20

/** What the recipient reads of it; null for what was never to leave. */
const statusOf = {
  HELD: null,
  READY: 'waiting',
  HANDING_OVER: 'waiting',
  ACCEPTED: 'sent',
  UNKNOWN: 'sent',
  DELIVERED: 'delivered',
  UNDELIVERED: 'notDelivered',
  REFUSED: 'notDelivered',
  DROPPED: null,
} as const satisfies Record<NotificationState, SentStatus | null>

const shown = Object.entries(statusOf).flatMap(([state, status]) => (status ? [state] : []))

/** The newest first. @param before the oldest that is known already */
export async function readSent(
  db: Db,
  webUserId: number,
  { before, now }: { before: number | undefined; now: Instant },
): Promise<{ sent: SentNotification[]; hasMore: boolean }> {
  const rows = await db
    .selectFrom('notification')
    .leftJoin('broadcast', 'broadcast.id', 'broadcast_id')
    .select([
      'notification.id',
      'kind',
      'channel',
      'account_id',
      'notification.state',
      'address',
      'found_at',
      'settled_at',
    ])
    .select('subject')
    .where('web_user_id', '=', webUserId)
    .where('notification.state', 'in', shown.filter(isState))
    .where('found_at', '>', later(now, -keptDays * 24 * 60 * 60_000))
    .$if(before !== undefined, (query) => query.where('notification.id', '<', before ?? 0))
    .orderBy('notification.id', 'desc')
    .limit(page + 1)
    .execute()
  const sent = rows.slice(0, page).flatMap((row) => {
    const status = statusOf[row.state]
    if (status === null) return []
    const { id, kind, channel, account_id: accountId, subject } = row
    const address = row.address === null ? '' : maskEmail(row.address)
    return [
      { id, kind, channel, accountId, subject: subject ?? '', at: row.settled_at ?? row.found_at, address, status },
    ]
  })
  return { sent, hasMore: rows.length > page }
}

function isState(name: string): name is NotificationState {
  return Object.hasOwn(statusOf, name)
}
