import type { AccountSummaryRow } from '@portal/contract/account-summary'
import { epochOf } from '@portal/contract/dates'
import type { NotificationChannel } from '@portal/contract/notifications'
import { type RawBuilder, sql } from 'kysely'
import type { Deps } from '../../deps.ts'
import type { Drop, DropReason, Leased } from '../outbox/message.ts'
import { keyOf, broadcastCause } from '../outbox/names.ts'
import { type AccountNow, readOccasions } from './read.ts'
import type { Cause, Sources } from './sources.ts'

type Needed = Pick<Deps, 'db' | 'billing' | 'clock' | 'profile'> & { sources: Sources }

/** A message that may leave now, and where to. */
export interface Checked {
  message: Leased
  address: string
  row: AccountSummaryRow
}

/** Just before they leave: is it still true, is the account still theirs, do they still want it, and where do they read? */
export async function checkBeforeSending(
  deps: Needed,
  channel: NotificationChannel,
  leased: readonly Leased[],
): Promise<{ wanted: Checked[]; drops: Drop[] }> {
  if (leased.length === 0) return { wanted: [], drops: [] }
  const accounts = [...new Set(leased.map(({ accountId }) => accountId))]
  const addresses = channel === 'email' ? await emailsOf(deps, leased) : await numbersOf(deps, leased)
  const [known, standing] = await Promise.all([
    readOccasions(deps, accounts),
    readStanding(deps, channel, leased, addresses),
  ])
  const wanted: Checked[] = []
  const drops: Drop[] = []
  // Two may have come to share an address since they were found.
  const taken = new Set<string>()
  for (const message of leased) {
    const [account, address] = [known.get(message.accountId), addresses.get(message.id) ?? null]
    const there = `${message.cause} ${keyOf(address ?? '')}`
    const isTwin = message.kind === 'announcement' && taken.has(there)
    const reason =
      dropReason(deps, message, { account, address, standing: standing.get(message.id) }) ?? (isTwin ? 'receipt' : null)
    if (reason === null) taken.add(there)
    if (reason === null && account && address !== null) wanted.push({ message, address, row: account.row })
    else drops.push({ message, reason: reason ?? 'gone' })
  }
  return { wanted, drops }
}

type Addresses = ReadonlyMap<number, string | null>

async function emailsOf({ billing }: Needed, leased: readonly Leased[]): Promise<Addresses> {
  const known = await billing.emailAddresses([...new Set(leased.map(({ personId }) => personId))])
  return new Map(leased.map(({ id, personId }) => [id, known.get(personId) ?? null]))
}

/** The one number of each, even if it is not confirmed. */
async function numbersOf({ db }: Needed, leased: readonly Leased[]): Promise<Addresses> {
  const rows = await db
    .selectFrom('proven_address')
    .select(['web_user_id', 'address'])
    .where('channel', '=', 'text')
    .where(sql<boolean>`web_user_id = any(${leased.map(({ webUserId }) => webUserId)}::bigint[])`)
    .execute()
  const byUser = new Map(rows.map((row) => [row.web_user_id, row.address]))
  return new Map(leased.map(({ id, webUserId }) => [id, byUser.get(webUserId) ?? null]))
}

interface Standing {
  id: number
  isHolder: boolean
  isWanted: boolean
  isProven: boolean
  isStopped: boolean
  /** Null for what only the billing system knows. */
  isTrue: boolean | null
  hasOther: boolean
}

async function readStanding(
  { db, billing, sources }: Needed,
  channel: NotificationChannel,
  leased: readonly Leased[],
  addresses: Addresses,
): Promise<Map<number, Standing>> {
  const causes = [...sources.causes, broadcast]
  const asked = leased.map(({ id, kind, webUserId, accountId, personId, cause, facts }) => {
    return {
      id,
      kind,
      webUserId,
      accountId,
      personId,
      cause,
      channel,
      address: keyOf(addresses.get(id) ?? ''),
      ...subjectOf(cause, causes),
      facts,
    }
  })
  const { rows } = await sql<Standing>`
    select id, ${sql.raw(billing.holdsAccount('asked."personId"', 'asked."accountId"'))} as "isHolder",
      asked.kind = 'test' or exists (select from notification_choice choice where choice.web_user_id = "webUserId" and choice.kind = asked.kind
        and choice.account_id = asked."accountId" and choice.channel = ${channel}) as "isWanted",
      exists (select from proven_address proven where proven.web_user_id = "webUserId" and proven.channel = ${channel}
        and proven.address = asked.address and proven_at is not null) as "isProven",
      exists (select from stopped_address stopped where stopped.channel = ${channel} and stopped.address = asked.address)
        as "isStopped",
      ${ofCause(causes, ({ isTrue }) => isTrue)} as "isTrue",
      (${channel} = 'email' and coalesce(${ofCause(causes, ({ hasOther }) => hasOther)}, false)) or ${hasTwin} as "hasOther"
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb)
      as asked (id bigint, kind text, "webUserId" bigint, "accountId" text, "personId" text, cause text, channel text, address text, about text,
        subject bigint, facts jsonb)`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

/** A broadcast's own, besides those that payments know. */
const broadcast: Cause = {
  prefix: broadcastCause,
  isTrue: sql`exists (select from broadcast where id = asked.subject and state <> 'STOPPED')`,
}

/** What of ours a message is about: `payment-7` is the payment of item 7. Nulls for what the billing system knows. */
function subjectOf(cause: string, causes: readonly Cause[]): { about: string | null; subject: number | null } {
  const [, about, id] = /^([a-z]+-)([1-9]\d{0,14})(?:-|$)/.exec(cause) ?? []
  return causes.some(({ prefix }) => prefix === about)
    ? { about: about ?? null, subject: Number(id) }
    : { about: null, subject: null }
}

/** SQL on the row `asked`: what the cause has to say; null where the billing system has to say it. */
function ofCause(causes: readonly Cause[], says: (cause: Cause) => RawBuilder<unknown> | undefined) {
  const cases = causes.map((cause) => sql`when ${cause.prefix} then ${says(cause) ?? sql`null`}`)
  return sql`case asked.about ${sql.join(cases, sql` `)} end`
}

/** Whether another message of the same broadcast has gone to the address, or will. */
const hasTwin = sql`
  (asked.kind = 'announcement' and exists (
    select from notification twin
    where twin.kind = 'announcement' and twin.cause = asked.cause and twin.channel = asked.channel
      and lower(twin.address) = asked.address and twin.id <> asked.id))`

function dropReason(
  { clock }: Needed,
  message: Leased,
  known: { account: AccountNow | undefined; address: string | null; standing: Standing | undefined },
): DropReason | null {
  const { account, address, standing } = known
  if (epochOf(clock.now()) >= epochOf(message.expiresAt)) return 'late'
  if (!standing?.isHolder) return 'not_holder'
  if (!standing.isWanted) return 'not_wanted'
  if (address === null) return 'no_address'
  if (standing.isStopped) return 'stopped'
  if (!standing.isProven) return 'unproven'
  if (standing.hasOther) return 'receipt'
  if (message.kind === 'test') return null
  if (message.kind === 'announcement') return standing.isTrue === true ? null : 'broadcast_stopped'
  if (standing.isTrue !== null) return standing.isTrue ? null : 'undone'
  const sameCause = account?.occasions.filter(({ cause }) => cause === message.cause) ?? []
  if (sameCause.some(({ kind }) => kind === message.kind)) return null
  // The bill is still there, but no longer due; a payment that was returned is gone.
  return sameCause.some(({ kind }) => kind === 'billReady') ? 'paid' : 'gone'
}
