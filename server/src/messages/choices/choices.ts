import type { Instant } from '@portal/contract/dates'
import type { AccountNumber } from '@portal/contract/ids'
import {
  type NotificationKind,
  notificationKinds,
  type NotificationChannel,
  type Notifications,
  mostAccountsToChoose,
  notificationWords,
} from '@portal/contract/notifications'
import { type RawBuilder, sql } from 'kysely'
import type { CustomerCaller } from '../../caller.ts'
import type { Tx } from '../../database/connect.ts'
import { arrayToJoin } from '../../database/sql.ts'
import type { Deps } from '../../deps.ts'
import { type AuditOrigin, actorOf, recordAudit } from '../../foundation/audit.ts'
import { newNumberOf, reachedAt } from '../addresses/addresses.ts'
import { languagesOf, profileIn } from '../language.ts'
import { type AccountNow, readOccasions } from '../notifications/read.ts'
import type { Sources } from '../notifications/sources.ts'

type Needed = Pick<Deps, 'db' | 'billing' | 'clock' | 'profile'>

/** @throws BillingSystemDown */
export async function readChoices(
  deps: Needed & Pick<Deps, 'texts'>,
  customer: CustomerCaller,
): Promise<Notifications> {
  const [email, text, newNumber, accounts, user, choices] = await Promise.all([
    reachedAt(deps, customer, 'email'),
    reachedAt(deps, customer, 'text'),
    newNumberOf(deps, customer),
    deps.billing.accountsOfPerson(customer.personId),
    deps.db
      .selectFrom('web_user')
      .select(['texts_name_amounts as namesAmounts', 'language'])
      .where('id', '=', customer.webUserId)
      .executeTakeFirst(),
    deps.db
      .selectFrom('notification_choice')
      .select(['account_id as accountId', 'kind', 'channel'])
      .where('web_user_id', '=', customer.webUserId)
      .orderBy('account_id')
      .limit(mostAccountsToChoose * notificationKinds.length * 2)
      .execute(),
  ])
  const listed = accounts.slice(0, mostAccountsToChoose)
  return {
    email,
    text,
    newNumber,
    sendsTexts: deps.texts !== null,
    accounts: listed.map(({ accountId, serviceLocation }) => ({ accountId, serviceLocation })),
    isCut: accounts.length > listed.length,
    choices: choices.filter(({ accountId }) => listed.some((each) => each.accountId === accountId)),
    accountCount: accounts.length,
    inAll: await countedInAll(
      deps.db,
      customer,
      accounts.map(({ accountId }) => accountId),
    ),
    namesAmounts: user?.namesAmounts ?? false,
    language: profileIn(deps.profile, user?.language ?? null).locale,
    languages: languagesOf(deps.profile).map(({ tag, name }) => ({ tag, name })),
  }
}

async function countedInAll(
  db: Needed['db'],
  { webUserId }: CustomerCaller,
  accounts: readonly AccountNumber[],
): Promise<Notifications['inAll']> {
  const { rows } = await sql<Notifications['inAll'][number]>`
    select kind, channel, count(*) filter (where is_on)::int as "on", count(*) filter (where not is_on)::int as stopped
    from (
      select account_id, kind, channel, true as is_on from notification_choice where web_user_id = ${webUserId}
      union all
      select account_id, kind, channel, false from stopped_choice where web_user_id = ${webUserId}) as each
    where account_id = any(${accounts}::text[])
    group by kind, channel`.execute(db)
  return rows
}

/** Whether texts name amounts to this customer, or the language of emails and texts; null is the utility's own. */
export async function chooseForAll(
  { db, clock }: Needed,
  customer: CustomerCaller,
  chosen: { namesAmounts: boolean } | { language: string | null },
  origin: AuditOrigin,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await tx
      .updateTable('web_user')
      .set('language' in chosen ? chosen : { texts_name_amounts: chosen.namesAmounts })
      .where('id', '=', customer.webUserId)
      .execute()
    const event = { actor: actorOf(customer), action: 'notifications-changed', after: chosen } as const
    await recordAudit(tx, event, origin, clock.now())
  })
}

export interface Choice {
  /** The customer's own: the caller has checked. */
  accounts: readonly AccountNumber[]
  kind: NotificationKind
  channel: NotificationChannel
  isOn: boolean
  /** Leaves off what a link stopped: the customer did not name the account. */
  sparesStopped?: boolean
}

/**
 * With time, words and address, as the consent that it is. Of what is already there nobody is notified: the bill of a
 * month ago is known.
 * @param isNeeded as `forget` takes it
 */
export async function choose(
  deps: Needed & { sources: Sources },
  customer: CustomerCaller,
  choice: Choice,
  origin: AuditOrigin,
  isNeeded: RawBuilder<boolean>,
): Promise<void> {
  const { db, clock } = deps
  const old = choice.isOn ? await knownOccasions(deps, choice) : []
  const now = clock.now()
  const { webUserId } = customer
  const { accounts, kind, channel, isOn } = choice
  await db.transaction().execute(async (tx) => {
    if (isOn) await turnOn(tx, webUserId, choice, old, { now, from: origin.clientAddress })
    else await forget(tx, webUserId, { kind, channel, accounts }, isNeeded)
    const subject = accounts.length === 1 ? { subject: accounts[0] ?? '' } : {}
    const after = { kind, channel, isOn, words: notificationWords, accounts: accounts.length }
    await recordAudit(tx, { actor: actorOf(customer), action: 'notifications-changed', ...subject, after }, origin, now)
  })
}

/** @param old of `knownOccasions`, read before the transaction */
export async function turnOn(
  tx: Tx,
  webUserId: number,
  choice: Omit<Choice, 'isOn'>,
  old: readonly KnownOccasion[],
  { now, from }: { now: Instant; from: string },
): Promise<void> {
  const { accounts, kind, channel, sparesStopped = false } = choice
  if (!sparesStopped)
    await stoppedByLink(tx, webUserId, choice)
      .where('account_id', 'in', [...accounts])
      .execute()
  await sql`
    insert into notification_choice (web_user_id, account_id, kind, channel, words, chosen_at, chosen_from)
    select ${webUserId}::bigint, account_id, ${kind}, ${channel}, ${notificationWords}, ${now}::timestamptz, ${from}
    from unnest(${arrayToJoin(accounts)}) as chosen (account_id)
    where not exists (
      select from stopped_choice stopped where stopped.web_user_id = ${webUserId} and stopped.account_id = chosen.account_id
        and stopped.kind = ${kind} and stopped.channel = ${channel})
    on conflict do nothing`.execute(tx)
  await recordAsKnown(tx, webUserId, choice, old)
}

/** To forget. */
function stoppedByLink(tx: Tx, webUserId: number, { kind, channel }: Pick<Choice, 'kind' | 'channel'>) {
  return tx
    .deleteFrom('stopped_choice')
    .where('web_user_id', '=', webUserId)
    .where('kind', '=', kind)
    .where('channel', '=', channel)
}

/** @param isNeeded SQL on the row `notification_choice`: what it says stays on. @returns how many were on */
export async function forget(
  tx: Tx,
  webUserId: number,
  { kind, channel, accounts }: Pick<Choice, 'kind' | 'channel' | 'accounts'>,
  isNeeded: RawBuilder<boolean>,
): Promise<number> {
  const forgotten = await tx
    .deleteFrom('notification_choice')
    .where('web_user_id', '=', webUserId)
    .where('kind', '=', kind)
    .where('channel', '=', channel)
    .where('account_id', 'in', [...accounts])
    .where(sql<boolean>`not ${isNeeded}`)
    .executeTakeFirst()
  return Number(forgotten.numDeletedRows)
}

export interface KnownOccasion {
  accountId: AccountNumber
  cause: string
  facts: object
}

const accountsAtOnce = 500

/** That a bill is there, or a payment: only what is due because of a bill is still to tell. */
const oldKinds: readonly NotificationKind[] = ['billReady', 'paymentReceived', 'paymentFailed']

export async function knownOccasions(
  deps: Needed & { sources: Sources },
  { accounts, kind }: Pick<Choice, 'accounts' | 'kind'>,
): Promise<KnownOccasion[]> {
  if (!oldKinds.includes(kind)) return []
  const known: AccountNow[] = []
  for (let from = 0; from < accounts.length; from += accountsAtOnce) {
    known.push(...(await readOccasions(deps, accounts.slice(from, from + accountsAtOnce))).values())
  }
  return known.flatMap(({ row, occasions }) =>
    occasions.filter((each) => each.kind === kind).map(({ cause, facts }) => ({ accountId: row.accID, cause, facts })),
  )
}

async function recordAsKnown(
  tx: Tx,
  webUserId: number,
  { kind, channel }: Pick<Choice, 'kind' | 'channel'>,
  old: readonly KnownOccasion[],
): Promise<void> {
  await sql`
    insert into notification
      (kind, web_user_id, account_id, cause, channel, facts, state, reason, found_at, expires_at, settled_at)
    select ${kind}, ${webUserId}::bigint, "accountId", cause, ${channel}, facts, 'DROPPED', 'baseline', now(), now(), now()
    from jsonb_to_recordset(${JSON.stringify(old)}::jsonb) as old ("accountId" text, cause text, facts jsonb)
    on conflict do nothing`.execute(tx)
}
