import { createHash } from 'node:crypto'
import type { Instant } from '@portal/contract/dates'
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
export async function keepAuthorization(
  tx: Tx,
  attemptId: number,
  { words, acceptedAt: at, from, browser }: Authorization,
): Promise<void> {
  const sha256 = await keepAcceptedWords(tx, { words, version: 'debit', at })
  const named = browser.slice(0, longestBrowser).replace(longDigits(12), '#')
  await tx
    .insertInto('debit_authorization')
    .values({ attempt_id: attemptId, words_sha256: sha256, accepted_at: at, accepted_from: from, browser: named })
    .execute()
}
