import { type Broadcast, type ListedBroadcast, broadcastPage } from '@portal/contract/broadcasts'
import type { BroadcastState } from '@portal/contract/broadcasts-texts'
import type { Instant } from '@portal/contract/dates'
import type { NotificationChannel } from '@portal/contract/notifications'
import { sql } from 'kysely'
import type { Db } from '../../database/connect.ts'
import type { NotificationState } from '../../database/tables/notifications.ts'
import type { Deps } from '../../deps.ts'
import { stopToken } from '../../messages/outbox/names.ts'
import { countsOf, reasonToCount } from '../../messages/views/totals.ts'
import { fillEmail } from '../../wording/message-file.ts'
import { exampleAbout, messageBlocks, notificationValues } from '../../wording/notification-fields.ts'

/** The newest first. */
export async function listed(
  db: Db,
  before: number | null,
): Promise<{ broadcasts: ListedBroadcast[]; hasMore: boolean }> {
  const { rows } = await sql<Omit<ListedBroadcast, 'written'> & { by: string; at: Instant }>`
    select id, version, state, subject, channels, villages, found, ${sent} as sent, written_by_name as by, written_at as at
    from broadcast where (${before}::bigint is null or id < ${before}::bigint)
    order by id desc limit ${broadcastPage + 1}::int`.execute(db)
  const broadcasts = rows.slice(0, broadcastPage).map(({ by, at, ...row }) => ({ ...row, written: { by, at } }))
  return { broadcasts, hasMore: rows.length > broadcastPage }
}

/** Of those that were found: they wait no more. */
const sent = sql<number>`(found - (
  select count(*) from notification where broadcast_id = broadcast.id and state in ('READY', 'HANDING_OVER')))::int`

export interface BroadcastRow {
  id: number
  version: number
  state: BroadcastState
  subject: string
  body: string
  words: string
  channels: NotificationChannel[]
  villages: string[] | null
  found: number
  sent: number
  writtenBy: number
  writtenByName: string
  writtenAt: Instant
  askedBy: number | null
  askedByName: string | null
  askedAt: Instant | null
  approvedByName: string | null
  approvedAt: Instant | null
  stoppedByName: string | null
  stoppedAt: Instant | null
  foundAllAt: Instant | null
  doneAt: Instant | null
}

/** @param how `for update` to change it */
export async function selectBroadcast(db: Db, id: number, how = sql``): Promise<BroadcastRow | undefined> {
  const { rows } = await sql<BroadcastRow>`
    select id, version, state, subject, body, text_words as words, channels, villages, found, ${sent} as sent,
      written_by as "writtenBy", written_by_name as "writtenByName", written_at as "writtenAt",
      asked_by as "askedBy", asked_by_name as "askedByName", asked_at as "askedAt",
      approved_by_name as "approvedByName", approved_at as "approvedAt",
      stopped_by_name as "stoppedByName", stopped_at as "stoppedAt", found_all_at as "foundAllAt", done_at as "doneAt"
    from broadcast where id = ${id} ${how}`.execute(db)
  return rows[0]
}

type Written = Pick<BroadcastRow, 'subject' | 'body' | 'words' | 'channels'>

/** As customers get it; its link stops nothing, because no message has this number. */
export function asSent({ profile, config }: Pick<Deps, 'profile' | 'config'>, { channels, ...facts }: Written) {
  const { PUBLIC_URL: portal } = config
  const about = { ...exampleAbout('announcement'), facts }
  const values = notificationValues(profile, { portal, token: stopToken(config, 0) }, about)
  return {
    email: channels.includes('email')
      ? fillEmail(profile, profile.messages.announcement, values, messageBlocks(facts))
      : null,
    text: channels.includes('text') ? profile.messages.announcement.text.filled(values) : null,
  }
}

export async function readOne(
  deps: Deps,
  row: BroadcastRow,
  { adminUserId, isHeld }: { adminUserId: number; isHeld: boolean },
): Promise<Broadcast> {
  const { id, version, state, subject, body, channels, villages, found, doneAt } = row
  const { email, text } = asSent(deps, row)
  const [from, until] = deps.profile.notifications.hours
  return {
    id,
    version,
    state,
    subject,
    body,
    channels,
    villages,
    found,
    doneAt,
    isHeld,
    hours: { from, until },
    text: row.words,
    sent: row.sent,
    written: { by: row.writtenByName, at: row.writtenAt },
    asked: byWhom(row.askedByName, row.askedAt),
    approved: byWhom(row.approvedByName, row.approvedAt),
    stopped: byWhom(row.stoppedByName, row.stoppedAt),
    isFound: row.foundAllAt !== null,
    isOwn: [row.writtenBy, row.askedBy].includes(adminUserId),
    email: email && { subject: email.subject, plainText: email.text },
    textMessage: text,
    results: await selectResults(deps.db, id),
  }
}

function byWhom(by: string | null, at: Instant | null): Broadcast['asked'] {
  return by !== null && at !== null ? { by, at } : null
}

async function selectResults(db: Db, id: number): Promise<Broadcast['results']> {
  const { rows } = await sql<{ channel: NotificationChannel; state: NotificationState; reason: string; count: number }>`
    select channel, state, ${reasonToCount} as reason, count(*) as count
    from notification where broadcast_id = ${id}
    group by 1, 2, 3 order by 1, 2, 3`.execute(db)
  return [...Map.groupBy(rows, ({ channel }) => channel)].map(([channel, of]) => ({ channel, counts: countsOf(of) }))
}
