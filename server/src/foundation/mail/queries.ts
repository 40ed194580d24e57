import type { Instant } from '@portal/contract/dates'
import type { Db } from '../../database/connect.ts'

/** A letter leased to one worker until its lease ends; `epoch` proves the lease when the result is recorded. */
export interface LeasedLetter {
  id: number
  kind: string
  dedupe_key: string
  recipient: string
  subject: string
  body_text: string
  body_html: string
  /** What the secret of the link in the letter is derived from; null when it has no link. */
  link_nonce: string | null
  queued_at: Instant
  /** This try included. */
  tries: number
  epoch: number
}

/** Leases at most `most` letters that are due and that nobody holds, the longest waiting first. */
export async function leaseDueLetters(
  db: Db,
  now: Instant,
  leaseUntil: Instant,
  most: number,
): Promise<LeasedLetter[]> {
  return db
    .with('due', (query) =>
      query
        .selectFrom('letter')
        .select('id')
        .where('delivered_at', 'is', null)
        .where('refused_at', 'is', null)
        .where('next_try_at', '<=', now)
        .where((where) => where.or([where('lease_until', 'is', null), where('lease_until', '<=', now)]))
        .orderBy('next_try_at')
        .limit(most)
        .forUpdate()
        .skipLocked(),
    )
    .updateTable('letter')
    .from('due')
    .whereRef('letter.id', '=', 'due.id')
    .set((set) => ({
      lease_until: leaseUntil,
      epoch: set('letter.epoch', '+', 1),
      tries: set('letter.tries', '+', 1),
    }))
    .returning([
      'letter.id',
      'letter.kind',
      'letter.dedupe_key',
      'letter.recipient',
      'letter.subject',
      'letter.body_text',
      'letter.body_html',
      'letter.link_nonce',
      'letter.queued_at',
      'letter.tries',
      'letter.epoch',
    ])
    .execute()
}

/** What became of one try; columns left out stay as they are. */
export interface TryResult {
  delivered_at?: Instant
  refused_at?: Instant
  next_try_at?: Instant
  last_error: string | null
}

/**
 * Records the outcome of a try and gives the lease back.
 * @returns false when the lease was lost: somebody else holds the letter now, and only their result counts.
 */
export async function recordTry(db: Db, letter: LeasedLetter, result: TryResult): Promise<boolean> {
  const updated = await db
    .updateTable('letter')
    .set({ ...result, lease_until: null })
    .where('id', '=', letter.id)
    .where('epoch', '=', letter.epoch)
    .where('delivered_at', 'is', null)
    .executeTakeFirst()
  return updated.numUpdatedRows === 1n
}
