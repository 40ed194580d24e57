import { randomUUID } from 'node:crypto'
import { type Instant, later } from '@portal/contract/dates'
import type { AccountNumber } from '@portal/contract/ids'
import {
  type NotificationKind,
  type NotificationChannel,
  goodForDays,
  testGoodForMinutes,
} from '@portal/contract/notifications'
import { type RawBuilder, sql } from 'kysely'
import type { CustomerCaller } from '../../caller.ts'
import type { PaymentFacts } from '../../database/tables/notifications.ts'
import type { Deps } from '../../deps.ts'
import { notificationWork } from './message.ts'

const day = 24 * 60 * 60_000

/** Emails wait this long: the payer of a payment may still say where its receipt goes. */
const emailWait = 3 * 60_000

/**
 * Tells whoever has chosen to hear of it, by a statement of the transaction that causes it: once, however often it is
 * repeated (docs/notifications.md).
 * @param about rows of `account_id`, `cause`, `facts`, and `web_user_id` where it concerns one customer only
 * @param unless not who hears of the same cause by this kind
 */
export function insertNotifications(
  kind: NotificationKind,
  about: RawBuilder<unknown>,
  at: Instant,
  unless: NotificationKind = kind,
): RawBuilder<unknown> {
  return sql`
    insert into notification (kind, web_user_id, account_id, cause, channel, facts, state, found_at, due_at, expires_at)
    select distinct on (choice.web_user_id, about.cause, choice.channel) ${kind}, choice.web_user_id, choice.account_id,
      about.cause, choice.channel, about.facts, 'READY', ${at}::timestamptz,
      case choice.channel when 'email' then ${later(at, emailWait)}::timestamptz else ${at}::timestamptz end,
      ${later(at, goodForDays[kind] * day)}::timestamptz
    from (${about}) as about
    join notification_choice choice on choice.account_id = about.account_id and choice.kind = ${kind}
      and (about.web_user_id is null or about.web_user_id = choice.web_user_id)
    where not exists (
      select from notification earlier
      where earlier.kind = ${unless} and earlier.web_user_id = choice.web_user_id and earlier.account_id = choice.account_id
        and earlier.cause = about.cause and earlier.channel = choice.channel)
    order by choice.web_user_id, about.cause, choice.channel, choice.account_id
    on conflict do nothing`
}

/** Of one customer. */
export function insertOwnNotifications(
  kind: NotificationKind,
  { accountId, webUserId, cause, facts }: OwnOccasion,
  at: Instant,
  unless?: NotificationKind,
): RawBuilder<unknown> {
  const about = sql`
    select ${accountId}::text as account_id, ${cause}::text as cause, ${webUserId}::bigint as web_user_id,
      ${JSON.stringify(facts)}::jsonb as facts`
  return insertNotifications(kind, about, at, unless)
}

export interface OwnOccasion {
  accountId: string
  webUserId: number
  cause: string
  facts: PaymentFacts
}

/** Leaves the way that all notifications go, at night, too. @param account one of theirs */
export async function sendTest(
  { db, clock, wake }: Pick<Deps, 'db' | 'clock' | 'wake'>,
  { webUserId }: CustomerCaller,
  channel: NotificationChannel,
  account: AccountNumber,
): Promise<void> {
  const now = clock.now()
  await db
    .insertInto('notification')
    .values({
      kind: 'test',
      web_user_id: webUserId,
      account_id: account,
      cause: randomUUID(),
      channel,
      scan_id: null,
      facts: '{}',
      state: 'READY',
      found_at: now,
      due_at: now,
      expires_at: later(now, testGoodForMinutes * 60_000),
    })
    .execute()
  wake(notificationWork[channel])
}
