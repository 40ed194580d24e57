import type { AccountSummaryRow } from '@portal/contract/account-summary'
import { type Instant, dateIn } from '@portal/contract/dates'
import type { AccountNumber } from '@portal/contract/ids'
import {
  type AccountNews,
  type NotificationChannel,
  type Notifications,
  mostAccountsToChoose,
  notificationWords,
} from '@portal/contract/notifications'
import { sql } from 'kysely'
import type { CustomerCaller } from '../caller.ts'
import type { Tx } from '../database/connect.ts'
import { arrayToJoin } from '../database/sql.ts'
import type { Deps } from '../deps.ts'
import { type AuditOrigin, actorOf, recordAudit } from '../foundation/audit.ts'
import { accountRows, readPortalPayments } from '../payments/balances.ts'
import { reachedAt } from './addresses.ts'
import { newsOf } from './rules.ts'

type Needed = Pick<Deps, 'db' | 'billing' | 'clock' | 'profile'>

/** @throws BillingSystemDown */
export async function readChoices(
  deps: Needed & Pick<Deps, 'texts'>,
  customer: CustomerCaller,
): Promise<Notifications> {
  const [email, text, accounts, choices] = await Promise.all([
    reachedAt(deps, customer, 'email'),
    reachedAt(deps, customer, 'text'),
    deps.billing.accountsOfPerson(customer.personId),
    deps.db
      .selectFrom('notification_choice')
      .select(['account_id as accountId', 'kind', 'channel'])
      .where('web_user_id', '=', customer.webUserId)
      .orderBy('account_id')
      .limit(mostAccountsToChoose * 10)
      .execute(),
  ])
  const listed = accounts.slice(0, mostAccountsToChoose)
  return {
    email,
    text,
    sendsTexts: deps.texts !== null,
    accounts: listed.map(({ accountId, serviceLocation }) => ({ accountId, serviceLocation })),
    isCut: accounts.length > listed.length,
    choices: choices.filter(({ accountId }) => listed.some((each) => each.accountId === accountId)),
  }
}

export interface Choice {
  /** The customer's own: the caller has checked. */
  accounts: readonly AccountNumber[]
  kind: AccountNews
  channel: NotificationChannel
  isOn: boolean
}

/**
 * With time, words and address, as the consent that it is. What is already there to tell is not told: the bill of a month
 * ago is no news.
 */
export async function choose(
  deps: Needed,
  customer: CustomerCaller,
  choice: Choice,
  origin: AuditOrigin,
): Promise<void> {
  const { db, clock } = deps
  const old = choice.isOn ? await oldNews(deps, choice) : []
  const now = clock.now()
  const { webUserId } = customer
  const { accounts, kind, channel, isOn } = choice
  await db.transaction().execute(async (tx) => {
    if (isOn) await turnOn(tx, webUserId, choice, old, { now, from: origin.clientAddress })
    else await forget(tx, webUserId, { kind, channel, accounts })
    const subject = accounts.length === 1 ? { subject: accounts[0] ?? '' } : {}
    const after = { kind, channel, isOn, words: notificationWords, accounts: accounts.length }
    await recordAudit(tx, { actor: actorOf(customer), action: 'notifications-changed', ...subject, after }, origin, now)
  })
}

/** @param old of `oldNews`, read before the transaction */
export async function turnOn(
  tx: Tx,
  webUserId: number,
  choice: Pick<Choice, 'kind' | 'channel' | 'accounts'>,
  old: readonly OldNews[],
  { now, from }: { now: Instant; from: string },
): Promise<void> {
  const { accounts, kind, channel } = choice
  await sql`
    insert into notification_choice (web_user_id, account_id, kind, channel, words, chosen_at, chosen_from)
    select ${webUserId}::bigint, account_id, ${kind}, ${channel}, ${notificationWords}, ${now}::timestamptz, ${from}
    from unnest(${arrayToJoin(accounts)}) as chosen (account_id)
    on conflict do nothing`.execute(tx)
  await markTold(tx, webUserId, choice, old)
}

/** A bill that is ready is always emailed while it is paperless. @returns how many were on */
export async function forget(
  tx: Tx,
  webUserId: number,
  { kind, channel, accounts }: Pick<Choice, 'kind' | 'channel' | 'accounts'>,
): Promise<number> {
  const forgotten = await tx
    .deleteFrom('notification_choice')
    .where('web_user_id', '=', webUserId)
    .where('kind', '=', kind)
    .where('channel', '=', channel)
    .where('account_id', 'in', [...accounts])
    .where(
      sql<boolean>`not (kind = 'billReady' and channel = 'email' and exists (
        select from paperless_choice paperless
        where paperless.web_user_id = notification_choice.web_user_id
          and paperless.account_id = notification_choice.account_id
          and started_at is not null and ended_on is null))`,
    )
    .executeTakeFirst()
  return Number(forgotten.numDeletedRows)
}

export interface OldNews {
  accountId: AccountNumber
  cause: string
  facts: object
}

const accountsAtOnce = 500

/** Of the bills that are there already, only their being new is old. */
export async function oldNews(deps: Needed, { accounts, kind }: Pick<Choice, 'accounts' | 'kind'>): Promise<OldNews[]> {
  if (kind !== 'billReady') return []
  const today = dateIn(deps.profile.timeZone, deps.clock.now())
  const rows: AccountSummaryRow[] = []
  for (let from = 0; from < accounts.length; from += accountsAtOnce) {
    const some = accounts.slice(from, from + accountsAtOnce)
    rows.push(...(await accountRows(deps, some, await readPortalPayments(deps, some))))
  }
  return rows.flatMap((row) =>
    newsOf(row, today, deps.profile.notifications)
      .filter((news) => news.kind === kind)
      .map(({ cause, facts }) => ({ accountId: row.accID, cause, facts })),
  )
}

async function markTold(
  tx: Tx,
  webUserId: number,
  { kind, channel }: Pick<Choice, 'kind' | 'channel'>,
  old: readonly OldNews[],
): Promise<void> {
  await sql`
    insert into notification
      (kind, web_user_id, account_id, cause, channel, facts, state, reason, found_at, expires_at, settled_at)
    select ${kind}, ${webUserId}::bigint, "accountId", cause, ${channel}, facts, 'DROPPED', 'baseline', now(), now(), now()
    from jsonb_to_recordset(${JSON.stringify(old)}::jsonb) as old ("accountId" text, cause text, facts jsonb)
    on conflict do nothing`.execute(tx)
}
