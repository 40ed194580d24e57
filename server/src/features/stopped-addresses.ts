import { storedPhone } from '@portal/contract/contact'
import { dateIn } from '@portal/contract/dates'
import {
  type StoppedAddress,
  type StoppedFilter,
  channelNames,
  exportStoppedAddresses,
  listStoppedAddresses,
  listTextReplies,
  type TextReply,
  mostCustomersNamed,
  mostStoppedExported,
  stopReasons,
  stoppedColumns,
  stoppedPageSize,
} from '@portal/contract/stopped-addresses'
import { onlyDigits, visibleText } from '@portal/contract/text'
import type { FastifyInstance } from 'fastify'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { actorOf, recordAudit } from '../foundation/audit.ts'
import { csvFile } from '../foundation/csv.ts'
import { adminRoute, downloadRoute } from '../http/route.ts'

/** Addresses that get no more notifications, for the staff who look after customers. */
export function stoppedAddressRoutes(app: FastifyInstance, { db, clock, profile }: Deps): void {
  adminRoute(app, listStoppedAddresses, async ({ query: { before, ...filter } }) => {
    const found = await selectStopped(db, filter, { before, most: stoppedPageSize + 1 })
    return { addresses: found.slice(0, stoppedPageSize), hasMore: found.length > stoppedPageSize }
  })
  adminRoute(app, listTextReplies, async ({ query: { before } }) => {
    const { rows } = await sql<TextReply>`
      select id, number, words, meant = 'stop' as "isStop", at, array(
        select username from proven_address proven join web_user on web_user.id = proven.web_user_id
        where proven.channel = 'text' and proven.address = number and proven_at is not null
        order by web_user.id limit ${mostCustomersNamed}::int) as usernames
      from text_reply where id < ${before ?? Number.MAX_SAFE_INTEGER}::bigint
      order by id desc limit ${stoppedPageSize + 1}::int`.execute(db)
    const replies = rows.slice(0, stoppedPageSize).map((row) => ({ ...row, words: visibleText(row.words) }))
    return { replies, hasMore: rows.length > stoppedPageSize }
  })
  downloadRoute(app, exportStoppedAddresses, async ({ session, query, ...origin }) => {
    const after = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined))
    const event = { actor: actorOf(session), action: 'stopped-addresses-exported', after } as const
    await recordAudit(db, event, origin, clock.now())
    const found = await selectStopped(db, query, { before: undefined, most: mostStoppedExported })
    const content = csvFile(
      Object.values(stoppedColumns),
      found.map((each) => rowOf(each, profile.timeZone)),
    )
    return { fileName: `${profile.division}-Stopped-Addresses-${dateIn(profile.timeZone, clock.now())}.csv`, content }
  })
}

/** The newest first. */
async function selectStopped(
  db: Db,
  filter: StoppedFilter,
  { before, most }: { before: number | undefined; most: number },
): Promise<StoppedAddress[]> {
  const conditions = [
    ...(before === undefined ? [] : [sql`stopped.id < ${before}`]),
    ...(filter.channel ? [sql`stopped.channel = ${filter.channel}`] : []),
    ...(filter.why ? [sql`stopped.why = ${filter.why}`] : []),
    ...(filter.address ? [isAbout(filter.address)] : []),
  ]
  const { rows } = await sql<StoppedAddress>`
    select stopped.id, stopped.channel, stopped.address, stopped.why, stopped.since, users.customers,
      greatest(users.count - ${mostCustomersNamed}::int, 0) as others
    from (
      select id, channel, address, why, since from stopped_address stopped
      where ${sql.join([sql`true`, ...conditions], sql` and `)}
      order by stopped.id desc limit ${most}::int) as stopped,
    lateral (
      select count(*) as count,
        coalesce(jsonb_agg(jsonb_build_object('username', username, 'accountId', "accountId") order by nth)
          filter (where nth <= ${mostCustomersNamed}::int), '[]') as customers
      from (
        select username, row_number() over (order by web_user.id) as nth, coalesce((
          select min(account_id) from notification_choice choice where choice.web_user_id = web_user.id), '') as "accountId"
        from proven_address proven join web_user on web_user.id = proven.web_user_id
        where proven.channel = stopped.channel and proven.address = stopped.address and proven_at is not null) as one
    ) as users
    order by stopped.id desc`.execute(db)
  return rows.map((row) => ({ ...row, address: visibleText(row.address) }))
}

/** Numbers as people type them; an address or a username by its beginning. */
function isAbout(typed: string): RawBuilder<unknown> {
  const digits = onlyDigits(typed).replace(/^1(?=\d{10}$)/, '')
  const number = /^[\d\s().+-]{3,}$/.test(typed) ? sql`starts_with(stopped.address, ${`+1${digits}`})` : sql`false`
  return sql`(starts_with(stopped.address, lower(${typed}::text)) or ${number} or exists (
    select from proven_address proven join web_user on web_user.id = proven.web_user_id
    where proven.channel = stopped.channel and proven.address = stopped.address and proven_at is not null
      and starts_with(lower(username), lower(${typed}::text))))`
}

function rowOf({ address, channel, why, since, customers, others }: StoppedAddress, timeZone: string): string[] {
  const usernames = customers.map(({ username }) => username).join(' ')
  const accounts = customers.flatMap(({ accountId }) => accountId || []).join(' ')
  const more = others > 0 ? ` +${others}` : ''
  return [
    storedPhone(address),
    channelNames[channel],
    stopReasons[why],
    dateIn(timeZone, since),
    `${usernames}${more}`,
    accounts,
  ]
}
