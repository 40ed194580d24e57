import { type Instant, dateIn } from '@portal/contract/dates'
import type { AccountNumber, PersonId } from '@portal/contract/ids'
import { type BillRoute, type PaperlessEnd, paperlessWords } from '@portal/contract/paperless'
import { type RawBuilder, sql } from 'kysely'
import type { CustomerCaller } from '../caller.ts'
import type { Tx } from '../database/connect.ts'
import { arrayToJoin } from '../database/sql.ts'
import type { Deps } from '../deps.ts'
import { type Actor, type AuditOrigin, actorOf, recordAudit } from '../foundation/audit.ts'
import { queueContactChange } from '../foundation/contact-changes/queue.ts'
import { reachedAt } from '../messages/addresses/addresses.ts'
import { type KnownOccasion, knownOccasions, turnOn } from '../messages/choices/choices.ts'
import type { Sources } from '../messages/notifications/sources.ts'
import { keyOf } from '../messages/outbox/names.ts'
import { routesOf } from './view.ts'

type Needed = Pick<Deps, 'db' | 'billing' | 'clock' | 'profile'>

/** Asks for the bills of these accounts by email. False: there is no address. @throws BillingSystemDown */
export async function goPaperless(
  deps: Needed & { sources: Sources },
  customer: CustomerCaller,
  accounts: readonly AccountNumber[],
  origin: AuditOrigin,
): Promise<'started' | 'unproven' | 'noAddress'> {
  const reached = await reachedAt(deps, customer, 'email')
  if (reached === null) return 'noAddress'
  const address = keyOf(reached.address)
  const routes = await routesOf(deps, [customer.personId])
  // Where the utility itself mails no paper, there is none to stop.
  const wanted = routes
    .filter(({ accountId, route, asked }) => accounts.includes(accountId) && (asked ?? route) !== 'EMAIL')
    .map(({ accountId }) => accountId)
  const old = await knownOccasions(deps, { accounts: wanted, kind: 'billReady' })
  const now = deps.clock.now()
  const { webUserId } = customer
  return await deps.db.transaction().execute(async (tx) => {
    // The code may be typed at the same moment: whoever comes second begins what was asked for.
    const proven = await tx
      .selectFrom('proven_address')
      .select('proven_at')
      .where('web_user_id', '=', webUserId)
      .where('channel', '=', 'email')
      .where('address', '=', address)
      .forUpdate()
      .executeTakeFirst()
    const isProven = reached.state !== 'stopped' && (proven?.proven_at ?? null) !== null
    const asked = await askPaperless(tx, webUserId, wanted, { now, from: origin.clientAddress })
    if (isProven) await begin(tx, deps, customer, { accounts: asked, old, address, now, from: origin.clientAddress })
    if (asked.length > 0) {
      const after = { isOn: true, words: paperlessWords, accounts: asked.length, isProven }
      await recordAudit(tx, { actor: actorOf(customer), ...changed(asked), after }, origin, now)
    }
    return isProven ? 'started' : 'unproven'
  })
}

/** Nothing is told to the billing system yet. @returns those not asked for before */
export async function askPaperless(
  tx: Tx,
  webUserId: number,
  accounts: readonly AccountNumber[],
  { now, from }: { now: Instant; from: string },
): Promise<AccountNumber[]> {
  const { rows } = await sql<{ accountId: AccountNumber }>`
    insert into paperless_choice as known (web_user_id, account_id, words, agreed_at, agreed_from)
    select ${webUserId}::bigint, account_id, ${paperlessWords}, ${now}::timestamptz, ${from}
    from unnest(${arrayToJoin(accounts)}) as asked (account_id)
    on conflict (web_user_id, account_id) do update
      set words = excluded.words, agreed_at = excluded.agreed_at, agreed_from = excluded.agreed_from, started_at = null,
        confirmed_on = null, ended_on = null, ended_why = null
      where known.started_at is null or known.ended_on is not null
    returning account_id as "accountId"`.execute(tx)
  return rows.map(({ accountId }) => accountId)
}

interface Beginning {
  accounts: readonly AccountNumber[]
  old: readonly KnownOccasion[]
  address: string
  now: Instant
  from: string
}

/** The address is confirmed: paper may stop, and bills that are ready are emailed from now on. */
async function begin(
  tx: Tx,
  { profile }: Needed,
  { webUserId, personId }: Pick<CustomerCaller, 'webUserId' | 'personId'>,
  { accounts, old, address, now, from }: Beginning,
): Promise<void> {
  if (accounts.length === 0) return
  await tx
    .updateTable('paperless_choice')
    .set({ started_at: now, address })
    .where('web_user_id', '=', webUserId)
    .where('account_id', 'in', [...accounts])
    .execute()
  await turnOn(tx, webUserId, { accounts, kind: 'billReady', channel: 'email' }, old, {
    now,
    from,
  })
  await tellBilling(tx, { personId, accounts, route: 'EMAIL' }, { timeZone: profile.timeZone, now })
}

/** For the transaction in which an address is confirmed: begins what waited for it. @throws BillingSystemDown */
export async function beginningOfAsked(
  deps: Needed & { sources: Sources },
  customer: CustomerCaller,
  from: string,
): Promise<(tx: Tx, address: string) => Promise<void>> {
  const { webUserId } = customer
  const mine = (await deps.billing.billRoutes([customer.personId])).map(({ accountId }) => accountId)
  const asked = await deps.db
    .selectFrom('paperless_choice')
    .select('account_id')
    .where('web_user_id', '=', webUserId)
    .where('started_at', 'is', null)
    .execute()
  const accounts = asked.map((row) => row.account_id).filter((account) => mine.includes(account))
  const old = await knownOccasions(deps, { accounts, kind: 'billReady' })
  const now = deps.clock.now()
  return async (tx, address) => {
    const waiting = await tx
      .selectFrom('paperless_choice')
      .select('account_id')
      .where('web_user_id', '=', webUserId)
      .where('started_at', 'is', null)
      .where('ended_on', 'is', null)
      .where('account_id', 'in', [...mine])
      .forUpdate()
      .execute()
    await begin(tx, deps, customer, { accounts: waiting.map((row) => row.account_id), old, address, now, from })
    await tx
      .updateTable('paperless_choice')
      .set({ address, trouble: null, trouble_since: null })
      .where('web_user_id', '=', webUserId)
      .where('started_at', 'is not', null)
      .where('ended_on', 'is', null)
      .execute()
  }
}

/** Paper again, also where the utility itself had stopped it. @throws BillingSystemDown */
export async function goBackToPaper(
  deps: Needed,
  customer: CustomerCaller,
  accounts: readonly AccountNumber[],
  origin: AuditOrigin,
): Promise<void> {
  const routes = await routesOf(deps, [customer.personId])
  const now = deps.clock.now()
  await deps.db.transaction().execute(async (tx) => {
    const chosen = await takeBack(tx, customer.webUserId, accounts)
    const stopped = routes.filter(({ accountId, route, asked }) => {
      return accounts.includes(accountId) && route === 'EMAIL' && asked !== 'POSTAL'
    })
    const toTell = [...new Set([...chosen, ...stopped.map(({ accountId }) => accountId)])]
    const at = { timeZone: deps.profile.timeZone, now }
    await tellBilling(tx, { personId: customer.personId, accounts: toTell, route: 'POSTAL' }, at)
    const after = { isOn: false, accounts: accounts.length }
    await recordAudit(tx, { actor: actorOf(customer), ...changed(accounts), after }, origin, now)
  })
}

/** @returns those that the billing system was told of */
export async function takeBack(
  tx: Tx,
  webUserId: number,
  accounts: readonly AccountNumber[],
): Promise<AccountNumber[]> {
  const gone = await tx
    .deleteFrom('paperless_choice')
    .where('web_user_id', '=', webUserId)
    .where('account_id', 'in', [...accounts])
    .returning(['account_id', 'started_at', 'ended_on'])
    .execute()
  return gone.filter((row) => row.started_at !== null && row.ended_on === null).map((row) => row.account_id)
}

function changed(accounts: readonly AccountNumber[]) {
  const [only] = accounts
  return { action: 'paperless-changed', ...(accounts.length === 1 && only ? { subject: only } : {}) } as const
}

/** In the transaction that decides it; exported with the contact changes. */
export async function tellBilling(
  tx: Tx,
  { personId, accounts, route }: { personId: PersonId; accounts: readonly AccountNumber[]; route: BillRoute },
  at: { timeZone: string; now: Instant },
): Promise<void> {
  if (accounts.length === 0) return
  const billRoutes = accounts.map((accountId) => ({ accountId, route }))
  await queueContactChange(tx, { personId, phones: [], billRoutes }, at)
}

export interface Ending {
  why: PaperlessEnd
  actor: Actor
  origin: AuditOrigin
}

/** Not by its customer. The choice is kept to tell them. False when it is over already. */
export async function endPaperless(
  tx: Tx,
  { clock, profile }: Pick<Deps, 'clock' | 'profile'>,
  id: number,
  { why, actor, origin }: Ending,
): Promise<boolean> {
  const now = clock.now()
  const ended = await tx
    .updateTable('paperless_choice')
    .set({ ended_on: dateIn(profile.timeZone, now), ended_why: why, trouble: null, trouble_since: null })
    .where('id', '=', id)
    .where('started_at', 'is not', null)
    .where('ended_on', 'is', null)
    .returning(['account_id', 'web_user_id'])
    .executeTakeFirst()
  if (!ended) return false
  const { account_id: account, web_user_id: webUserId } = ended
  // What the records say need not be told to them.
  if (why === 'emails') {
    const user = tx.selectFrom('web_user').select('person_id').where('id', '=', webUserId)
    const { person_id: personId } = await user.executeTakeFirstOrThrow()
    await tellBilling(tx, { personId, accounts: [account], route: 'POSTAL' }, { timeZone: profile.timeZone, now })
  }
  await recordAudit(tx, { actor, action: 'paperless-ended', subject: account, after: { why } }, origin, now)
  return true
}

/** A bill that is ready is always emailed while it is paperless: SQL on the row of a choice. */
export const isNeededOnPaperless = isPaperless('notification_choice')

/** SQL on a row of emails about bills that are ready. */
export function isPaperless(row: 'notification' | 'notification_choice'): RawBuilder<boolean> {
  const of = (column: string) => sql.ref(`${row}.${column}`)
  return sql`(${of('kind')} = 'billReady' and ${of('channel')} = 'email' and exists (
    select from paperless_choice paperless
    where paperless.web_user_id = ${of('web_user_id')} and paperless.account_id = ${of('account_id')}
      and started_at is not null and ended_on is null))`
}
