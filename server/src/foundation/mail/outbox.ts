import type { Instant } from '@portal/contract/dates'
import type { Tx } from '../../database/connect.ts'

/** A letter that something in the product has caused. */
export interface NewLetter {
  /** What kind of letter, such as `payment-confirmation`; for reports and metrics. */
  kind: string
  /** Names the cause: one cause queues one letter, however often it is told. */
  dedupeKey: string
  /** One e-mail address. */
  recipient: string
  subject: string
  text: string
  html: string
}

/** The name to wake the delivery by, once the transaction that queued a letter has committed. */
export const letterWork = 'letters'

/**
 * Queues a letter inside the transaction that causes it, so that there is a letter exactly when there is its cause
 * (research: payments §2, lesson 6). Queueing the same dedupe key again changes nothing, also when the letter is gone.
 */
export async function queueLetter(tx: Tx, letter: NewLetter, now: Instant): Promise<void> {
  await tx
    .insertInto('letter')
    .values({
      kind: letter.kind,
      dedupe_key: letter.dedupeKey,
      recipient: letter.recipient,
      subject: letter.subject,
      body_text: letter.text,
      body_html: letter.html,
      queued_at: now,
      next_try_at: now,
    })
    .onConflict((conflict) => conflict.column('dedupe_key').doNothing())
    .execute()
}
