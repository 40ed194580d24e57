import { type Instant, later } from '@portal/contract/dates'
import { type MobileNumber, type ReplyWord, longestReply } from '@portal/contract/text-messages'
import { sql } from 'kysely'
import type { TextReport } from '../../adapters/text-messages/port.ts'
import type { Db } from '../../database/connect.ts'
import { scrub } from '../../database/long-digits.ts'
import type { Deps } from '../../deps.ts'
import { moveReported } from '../outbox/moves.ts'
import { idOfReference } from '../outbox/names.ts'
import { takeTextBack } from './effects.ts'

const reached = { accepted: 'ACCEPTED', sent: 'ACCEPTED', delivered: 'DELIVERED', undelivered: 'UNDELIVERED' } as const

/** What the provider says of one of our texts. @returns whether it changed anything */
export async function recordReport(
  { db, log }: Pick<Deps, 'db' | 'log'>,
  reference: string,
  { state, trouble, code }: TextReport,
  at: Instant,
): Promise<boolean> {
  const id = idOfReference(reference)
  if (id === null) return await recordReportOfCode({ db, log }, reference, { state, trouble, code }, at)
  const reason = trouble === null ? null : `${trouble} ${code ?? ''}`.trim()
  const moved = await moveReported(db, { id, to: reached[state], reason }, at)
  if (!moved) return false
  if (trouble !== null) await takeTextBack({ db, log }, { id, address: moved.address, trouble, code }, at)
  return true
}

/** The page on which the code is typed says it. */
async function recordReportOfCode(
  { db, log }: Pick<Deps, 'db' | 'log'>,
  reference: string,
  { state, trouble, code }: Pick<TextReport, 'state' | 'trouble' | 'code'>,
  at: Instant,
): Promise<boolean> {
  const isTrouble = state === 'undelivered' && trouble !== null
  if (!isTrouble && state !== 'delivered') return false
  const updated = await db
    .updateTable('proven_address')
    .set({ code_trouble: isTrouble ? trouble : null })
    .where('code_reference', '=', reference)
    .executeTakeFirst()
  if (updated.numUpdatedRows === 0n) return false
  if (isTrouble) await takeTextBack({ db, log }, { address: null, trouble, code }, at)
  return true
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

const hour = 60 * 60_000
