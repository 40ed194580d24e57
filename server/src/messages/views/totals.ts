import type { NotificationTotal, TotalResult } from '@portal/contract/notification-runs'
import { sql } from 'kysely'
import type { NotificationState } from '../../database/tables/notifications.ts'

type Counts = NotificationTotal['counts']

/** What became of messages, of rows grouped by state and by `reasonToCount`. */
export function countsOf(rows: readonly { state: NotificationState; reason: string; count: number }[]): Counts {
  const counts: Counts = []
  for (const { state, reason, count } of rows) {
    const result = resultOf[state]
    const known = counts.find((each) => each.result === result && each.reason === reason)
    if (known) known.count += count
    else counts.push({ result, reason, count })
  }
  return counts
}

/** SQL on rows of `notification`. What a mail server says may differ for each message: only codes tell messages apart. */
export const reasonToCount = sql<string>`
  case when state = 'DROPPED' then coalesce(reason, '')
    when state in ('REFUSED', 'UNDELIVERED') and channel = 'text' then split_part(coalesce(reason, ''), ' ', 1)
    else '' end`

const resultOf = {
  HELD: 'waiting',
  READY: 'waiting',
  HANDING_OVER: 'waiting',
  ACCEPTED: 'sent',
  DELIVERED: 'delivered',
  UNDELIVERED: 'undelivered',
  REFUSED: 'undelivered',
  UNKNOWN: 'unknown',
  DROPPED: 'dropped',
} as const satisfies Record<NotificationState, TotalResult>
