import type { AccountNumber, PersonId } from '@portal/contract/ids'
import type { NotificationChannel } from '@portal/contract/notifications'
import { sql } from 'kysely'
import type { Deps } from '../../deps.ts'
import { keyOf } from '../outbox/names.ts'

type Needed = Pick<Deps, 'db' | 'billing'>

/** Whom a broadcast is for, among those who chose announcements. */
export interface Audience {
  channels: readonly NotificationChannel[]
  /** Null: all. */
  villages: readonly string[] | null
}

/** The village of one account counts; two of them are one recipient. */
export interface Recipient {
  webUserId: number
  accountId: AccountNumber
  channel: NotificationChannel
  /** As it is compared. */
  address: string
}

/** How many addresses it would go to now, by the search that sends it. @throws BillingSystemDown */
export async function countRecipients(deps: Needed, audience: Audience): Promise<Map<NotificationChannel, number>> {
  const found = new Map(audience.channels.map((channel) => [channel, new Set<string>()]))
  for (let after: number | null = 0; after !== null;) {
    const { recipients, last }: Chunk = await recipientsAfter(deps, audience, after)
    for (const { channel, address } of recipients) found.get(channel)?.add(address)
    after = last
  }
  return new Map([...found].map(([channel, addresses]) => [channel, addresses.size]))
}

export interface Chunk {
  recipients: Recipient[]
  /** Null: there is no one after these. */
  last: number | null
}

const batch = 500

export async function recipientsAfter(deps: Needed, { channels, villages }: Audience, after: number): Promise<Chunk> {
  const { db, billing } = deps
  const { rows: next } = await sql<{ id: number }>`
    select distinct web_user_id as id from notification_choice
    where kind = 'announcement' and web_user_id > ${after} order by 1 limit ${batch}`.execute(db)
  const last = next.at(-1)?.id ?? null
  if (last === null) return { recipients: [], last }
  const { rows: chosen } = await sql<Chosen>`
    select web_user_id as "webUserId", person_id as "personId", account_id as "accountId", channel
    from notification_choice choice join web_user on web_user.id = web_user_id
    where kind = 'announcement' and web_user_id = any(${next.map(({ id }) => id)}::bigint[])
      and channel = any(${[...channels]}::text[])
      and ${sql.raw(billing.holdsAccount('web_user.person_id', 'choice.account_id'))}`.execute(db)
  return { recipients: await reachable(deps, await servedIn(deps, villages, chosen)), last }
}

interface Chosen {
  webUserId: number
  personId: PersonId
  accountId: AccountNumber
  channel: NotificationChannel
}

async function servedIn(
  { billing }: Needed,
  villages: Audience['villages'],
  chosen: readonly Chosen[],
): Promise<readonly Chosen[]> {
  if (villages === null || chosen.length === 0) return chosen
  const wanted = new Set(villages.map(villageKey))
  const known = await billing.villagesOf([...new Set(chosen.map(({ accountId }) => accountId))])
  return chosen.filter(({ accountId }) => wanted.has(villageKey(known.get(accountId) ?? '')))
}

/** Extracts write a village as they like. */
export function villageKey(name: string): string {
  return name.trim().toUpperCase()
}

/** Confirmed, and not stopped; emails at the address on file. One for each customer and channel. */
async function reachable({ db, billing }: Needed, chosen: readonly Chosen[]): Promise<Recipient[]> {
  const persons = [...new Set(chosen.flatMap(({ channel, personId }) => (channel === 'email' ? [personId] : [])))]
  const emails = persons.length > 0 ? await billing.emailAddresses(persons) : new Map<PersonId, string | null>()
  const asked = chosen.map(({ personId, ...of }) => ({ ...of, email: keyOf(emails.get(personId) ?? '') }))
  const { rows } = await sql<Recipient>`
    select distinct on (asked."webUserId", asked.channel) "webUserId", "accountId", asked.channel, proven.address
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb)
      as asked ("webUserId" bigint, "accountId" text, channel text, email text)
    join proven_address proven on proven.web_user_id = "webUserId" and proven.channel = asked.channel
      and proven_at is not null and (asked.channel = 'text' or proven.address = asked.email)
    where not exists (
      select from stopped_address stopped where stopped.channel = proven.channel and stopped.address = proven.address)
    order by asked."webUserId", asked.channel, "accountId"`.execute(db)
  return rows
}
