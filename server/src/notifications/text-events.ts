import { type Instant, later } from '@portal/contract/dates'
import { MobileNumber, type ReplyWord, longestReply } from '@portal/contract/text-messages'
import { sql } from 'kysely'
import { type TextReport, type TextTrouble, effectOf } from '../adapters/text-messages/port.ts'
import type { Db } from '../database/connect.ts'
import { scrub } from '../database/long-digits.ts'
import type { Deps } from '../deps.ts'
import type { Work } from '../foundation/work/loop.ts'
import { factsNow } from './records.ts'
import { newsText } from './texts.ts'

/** Of a message, for the provider; nothing in it tells whose it is. */
export function referenceOf(id: number): string {
  return `news_${id}`
}

function idOf(reference: string): number | null {
  const id = Number(/^news_([1-9]\d{0,14})$/.exec(reference)?.[1] ?? Number.NaN)
  return Number.isSafeInteger(id) ? id : null
}

/** Reports come in any order and more than once: a message goes forward only. */
const reached = {
  accepted: { to: 'ACCEPTED', from: ['HANDING_OVER', 'UNKNOWN'] },
  sent: { to: 'ACCEPTED', from: ['HANDING_OVER', 'UNKNOWN'] },
  delivered: { to: 'DELIVERED', from: ['HANDING_OVER', 'UNKNOWN', 'ACCEPTED', 'UNDELIVERED'] },
  undelivered: { to: 'UNDELIVERED', from: ['HANDING_OVER', 'UNKNOWN', 'ACCEPTED'] },
} as const

/** What the provider says of one of our texts. @returns whether it changed anything */
export async function recordReport(
  { db, log }: Pick<Deps, 'db' | 'log'>,
  reference: string,
  { state, trouble, code }: TextReport,
  at: Instant,
): Promise<boolean> {
  const id = idOf(reference)
  if (id === null) return await recordReportOfCode({ db, log }, reference, { state, trouble, code })
  const { to, from } = reached[state]
  const reason = trouble === null ? null : `${trouble} ${code ?? ''}`.trim()
  const moved = await db
    .updateTable('notification')
    // The epoch stays: the worker that hands it over may not have settled it yet, and must find it settled.
    .set({ state: to, reason, settled_at: at, lease_until: null })
    .where('id', '=', id)
    .where('state', 'in', [...from])
    .returning('address')
    .executeTakeFirst()
  if (!moved) return false
  if (trouble !== null && moved.address !== null) {
    await stopForTrouble(db, moved.address, trouble, at)
    if (effectOf[trouble] === 'alarm')
      log.error({ alarm: true, notification: id, trouble, code }, 'The provider of texts refuses ours')
  }
  return true
}

/** The page on which the code is typed says it. The number is not stopped: it may be a stranger’s. */
async function recordReportOfCode(
  { db, log }: Pick<Deps, 'db' | 'log'>,
  reference: string,
  { state, trouble, code }: Pick<TextReport, 'state' | 'trouble' | 'code'>,
): Promise<boolean> {
  const isTrouble = state === 'undelivered' && trouble !== null
  if (!isTrouble && state !== 'delivered') return false
  const told = await db
    .updateTable('proven_address')
    .set({ code_trouble: isTrouble ? trouble : null })
    .where('code_reference', '=', reference)
    .executeTakeFirst()
  if (told.numUpdatedRows === 0n) return false
  if (isTrouble && effectOf[trouble] === 'alarm')
    log.error({ alarm: true, trouble, code }, 'The provider of texts refuses ours')
  return true
}

/** So many undelivered texts in a row stop a number. */
const mostUndelivered = 3

/** A number that gets no texts is stopped until it is confirmed again; one that has replied STOP, until it replies START. */
export async function stopForTrouble(db: Db, number: string, trouble: TextTrouble, at: Instant): Promise<void> {
  const effect = effectOf[trouble]
  if (effect === 'alarm' || effect === 'none') return
  if (effect === 'count' && !(await hasFailedInARow(db, number))) return
  await stopNumber(db, number, effect === 'stop' ? 'stop' : 'undelivered', at)
}

async function hasFailedInARow(db: Db, number: string): Promise<boolean> {
  const { rows } = await sql<{ state: string }>`
    select state from notification where channel = 'text' and address = ${number}
      and state in ('DELIVERED', 'UNDELIVERED', 'REFUSED')
    order by id desc limit ${mostUndelivered}`.execute(db)
  return rows.length === mostUndelivered && rows.every(({ state }) => state !== 'DELIVERED')
}

/** `stop`: for everybody who shares the number, until START. */
export async function stopNumber(db: Db, number: string, why: 'stop' | 'undelivered', at: Instant): Promise<void> {
  await db
    .insertInto('stopped_address')
    .values({ channel: 'text', address: number, why, since: at })
    .onConflict((known) =>
      known
        .columns(['channel', 'address'])
        .doUpdateSet({ why: sql`case when excluded.why = 'stop' then 'stop' else stopped_address.why end` }),
    )
    .execute()
}

/** It may get texts again once its owner confirms it in the portal. @returns false for one that was not stopped */
export async function startByReply(db: Db, number: MobileNumber): Promise<boolean> {
  return await db.transaction().execute(async (tx) => {
    const started = await tx
      .deleteFrom('stopped_address')
      .where('channel', '=', 'text')
      .where('address', '=', number)
      .executeTakeFirst()
    if (started.numDeletedRows === 0n) return false
    await tx
      .updateTable('proven_address')
      .set({ proven_at: null })
      .where('channel', '=', 'text')
      .where('address', '=', number)
      .execute()
    return true
  })
}

/** For staff to read. @returns false for a reply that was told before */
export async function keepReply(
  db: Db,
  { id, from, words, word }: { id: string; from: MobileNumber; words: string; word: ReplyWord },
  at: Instant,
): Promise<boolean> {
  const kept = await db
    .insertInto('text_reply')
    .values({ provider_id: id, number: from, words: scrub(words.slice(0, longestReply)), meant: word, at })
    .onConflict((known) => known.column('provider_id').doNothing())
    .executeTakeFirst()
  return (kept.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Whether to tell this number now that nobody answers there: once in 24 hours, and not after STOP. */
export async function mayAnswer(db: Db, number: MobileNumber, now: Instant): Promise<boolean> {
  const { rows } = await sql`
    insert into text_answer as known (number, answered_at)
    select ${number}, ${now}::timestamptz
    where not exists (select from stopped_address where channel = 'text' and address = ${number} and why = 'stop')
    on conflict (number) do update set answered_at = excluded.answered_at
      where known.answered_at <= ${later(now, -24 * hour)}::timestamptz
    returning number`.execute(db)
  return rows.length > 0
}

const batch = 20
const hour = 60 * 60_000

/** Asks the provider about texts whose answer was lost, for a day; none of them is ever sent again. */
export function lostTexts(
  deps: Pick<Deps, 'db' | 'clock' | 'texts' | 'log' | 'profile'> & {
    config: Pick<Deps['config'], 'LINK_SECRET' | 'PUBLIC_URL'>
  },
): Work {
  const { db, clock, texts, profile, config } = deps
  return {
    name: 'lost texts',
    restMilliseconds: hour / 4,
    async run() {
      if (!texts) return 0
      const now = clock.now()
      const lost = await db
        .selectFrom('notification')
        .innerJoin('web_user', 'web_user.id', 'web_user_id')
        .select(['texts_name_amounts as namesAmounts', 'language'])
        .select(['notification.id', 'kind', 'account_id as accountId', 'address', 'settled_at as sentAt'])
        .select(factsNow.as('facts'))
        .where('channel', '=', 'text')
        .where(sql<boolean>`state = 'UNKNOWN'`)
        .where('settled_at', '>', later(now, -24 * hour))
        .orderBy('settled_at')
        .limit(batch)
        .execute()
      for (const message of lost) {
        const to = MobileNumber.safeParse(message.address).data
        if (!to || message.sentAt === null) continue
        const reference = referenceOf(message.id)
        const body = newsText(profile, config, message)
        const found = await texts.find({ to, body, reference, sentAt: message.sentAt })
        if (found.outcome === 'found') await recordReport(deps, reference, found, now)
      }
      return 0
    },
  }
}
