import type { Instant } from '@portal/contract/dates'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../database/connect.ts'
import { type NewLetter, isQueued, queueLetter, redirectLetter } from '../../../foundation/mail/outbox.ts'
import { appendEvents } from '../events.ts'

/** A paid checkout whose payer asks about its confirmation, or names an address for it. */
export interface ConfirmationAddress {
  checkoutId: number
  /** Names the confirmation of this checkout in the outbox. */
  dedupeKey: string
  /** The confirmation to the address the payer gives now; null when none is given. */
  letter: NewLetter | null
  at: Instant
}

/**
 * Sends the confirmation of a paid checkout to where the payer says, once and only while it has not left.
 * @returns whether a confirmation is on its way or delivered.
 */
export async function addressConfirmation(db: Db, address: ConfirmationAddress): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const { letter } = address
    if (letter && (await mayBeAddressed(tx, address.checkoutId))) await sendTo(tx, address, letter)
    return isQueued(tx, address.dedupeKey)
  })
}

async function mayBeAddressed(tx: Tx, checkoutId: number): Promise<boolean> {
  const found = await sql`
    select from checkout where id = ${checkoutId} and state = 'PAID' and awaits_address for no key update`.execute(tx)
  return found.rows.length === 1
}

async function sendTo(tx: Tx, { checkoutId, at }: ConfirmationAddress, letter: NewLetter): Promise<void> {
  const isQueuedAlready = await isQueued(tx, letter.dedupeKey)
  const isAddressed = !isQueuedAlready || (await redirectLetter(tx, letter, at))
  if (!isQueuedAlready) await queueLetter(tx, letter, at)
  await tx
    .updateTable('checkout')
    .set({ awaits_address: false, ...(isAddressed && { confirmation_email: letter.recipient }) })
    .where('id', '=', checkoutId)
    .execute()
  if (isAddressed) {
    const detail = { kind: letter.kind, reason: 'the payer said where it goes' }
    await appendEvents(tx, checkoutId, at, [
      { subject: 'letter', subjectId: checkoutId, from: isQueuedAlready ? 'QUEUED' : null, to: 'QUEUED', detail },
    ])
  }
}
