import { createHash } from 'node:crypto'
import type { Instant } from '@portal/contract/dates'
import { sql } from 'kysely'
import type { Tx } from '../../database/connect.ts'
import { longDigits } from '../../database/long-digits.ts'

/** Of a bank account that is debited once: what its holder accepted, and how that is shown. */
export interface Authorization {
  /** To the letter (`debitAuthorization`). */
  words: string
  acceptedAt: Instant
  /** The address of the payer's browser, and what it calls itself. */
  from: string
  browser: string
}

export function hashOfWords(words: string): string {
  return createHash('sha256').update(words).digest('hex')
}

/** Words that were accepted, for good. @returns their hash */
export async function keepAcceptedWords(
  tx: Tx,
  { words, version, at }: { words: string; version: string; at: Instant },
): Promise<string> {
  const sha256 = hashOfWords(words)
  await tx
    .insertInto('autopay_words')
    .values({ sha256, version, words, first_accepted_at: at })
    .onConflict((known) => known.doNothing())
    .execute()
  return sha256
}

/** No ordinary browser has a longer name. */
const longestBrowser = 400

/** With the intent to debit, so that there is none without it. */
export async function keepAuthorization(tx: Tx, attemptId: number, authorization: Authorization): Promise<void> {
  const accepted = await acceptedColumns(tx, authorization)
  await tx
    .insertInto('debit_authorization')
    .values({ attempt_id: attemptId, ...accepted })
    .execute()
}

/** The columns that say which words were accepted, and how. */
export async function acceptedColumns(tx: Tx, { words, acceptedAt: at, from, browser }: Authorization) {
  const sha256 = await keepAcceptedWords(tx, { words, version: 'debit', at })
  const named = browser.slice(0, longestBrowser).replace(longDigits(12), '#')
  return { words_sha256: sha256, accepted_at: at, accepted_from: from, browser: named }
}

/** The debit of a scheduled payment has what its customer authorized. @throws Error where that is nothing */
export async function copyAuthorization(tx: Tx, attemptId: number, scheduleId: number): Promise<void> {
  const { numAffectedRows } = await sql`
    insert into debit_authorization (attempt_id, words_sha256, accepted_at, accepted_from, browser)
    select ${attemptId}, words_sha256, accepted_at, accepted_from, browser from payment_schedule
    where id = ${scheduleId} and words_sha256 is not null`.execute(tx)
  if (numAffectedRows !== 1n) throw new Error('A debit without an authorization')
}
