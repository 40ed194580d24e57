import { randomUUID } from 'node:crypto'
import type { AccountNumber } from '@portal/contract/ids'
import { newsWork } from './message.ts'
import type { CustomerCaller } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import { type Instant, later } from '@portal/contract/dates'
import { type AccountNews, type NotificationChannel, goodForDays, testGoodForMinutes } from '@portal/contract/notifications'
import { type RawBuilder, sql } from 'kysely'
import type { PaymentFacts } from '../../database/tables/notifications.ts'

const day = 24 * 60 * 60_000

/** Emails wait this long: the payer of a payment may still say where its receipt goes. */
const emailWait = 3 * 60_000

/**
 * Tells whoever has chosen to hear of it, by a statement of the transaction that causes it: once, however often it is
 * repeated (docs/notifications.md).
 * @param about rows of `account_id`, `cause`, `facts`, and `web_user_id` where it concerns one customer only
 * @param unless not who hears of the same cause by this kind
 */
export function insertNews(
  kind: AccountNews,
  about: RawBuilder<unknown>,
  at: Instant,
  unless: AccountNews = kind,
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
      select from notification told
      where told.kind = ${unless} and told.web_user_id = choice.web_user_id and told.account_id = choice.account_id
        and told.cause = about.cause and told.channel = choice.channel)
    order by choice.web_user_id, about.cause, choice.channel, choice.account_id
    on conflict do nothing`
}

/** Of each account of a payment. @param turn tells it from an earlier one of the same kind */
export function insertPaymentNews(
  kind: 'paymentReceived' | 'paymentFailed' | 'paymentRefunded',
  checkoutId: number,
  at: Instant,
  turn = '',
): RawBuilder<unknown> {
  return insertNews(
    kind,
    sql`
      select item.account_id, ${causes.payment} || item.id || ${turn && `-${turn}`}::text as cause, null::bigint as web_user_id,
        json_build_object('amount', item.amount_cents,
          'at', to_char(attempt.sent_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))::jsonb as facts
      from checkout_item item join charge_attempt attempt on attempt.checkout_id = item.checkout_id
      where item.checkout_id = ${checkoutId}::bigint`,
    at,
  )
}

/** What a cause begins with; the row that it is about follows, and what tells two of them apart. */
export const causes = {
  payment: 'payment-',
  charge: 'charge-',
  agreement: 'agreement-',
  card: 'card-',
  broadcast: 'broadcast-',
  /** The billing system's name of a payment that was not made here. */
  paidOtherwise: 'paid-',
} as const

/** Of one customer. */
export function insertOwnNews(
  kind: AccountNews,
  { accountId, webUserId, cause, facts }: OwnNews,
  at: Instant,
  unless?: AccountNews,
): RawBuilder<unknown> {
  const about = sql`
    select ${accountId}::text as account_id, ${cause}::text as cause, ${webUserId}::bigint as web_user_id,
      ${JSON.stringify(facts)}::jsonb as facts`
  return insertNews(kind, about, at, unless)
}

export interface OwnNews {
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
  wake(newsWork[channel])
}
