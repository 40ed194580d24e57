import type { Instant } from '@portal/contract/dates'
import type { Db } from '../../database/connect.ts'

/** A letter leased to one worker until the lease ends. `epoch` proves the lease when the result is recorded. */
export interface LeasedEmail {
  id: number
  kind: string
  dedupe_key: string
  recipient: string
  subject: string
  body_text: string
  body_html: string
  /** The link's secret is derived from it; null when the letter has no link. */
  link_nonce: string | null
  queued_at: Instant
  /** Including this one. */
  tries: number
  epoch: number
}

/** Leases at most `most` letters that are due and not leased, the longest waiting first. */
export async function leaseDueEmails(db: Db, now: Instant, leaseUntil: Instant, most: number): Promise<LeasedEmail[]> {
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

/** The result of one try. Columns that are left out keep their values. */
export interface TryResult {
  delivered_at?: Instant
  refused_at?: Instant
  next_try_at?: Instant
  last_error: string | null
}

/**
 * Records the result of a try and ends the lease.
 * @returns false when the lease was lost: another worker holds the letter now, and only its result counts.
 */
export async function recordTry(db: Db, email: LeasedEmail, result: TryResult): Promise<boolean> {
  const updated = await db
    .updateTable('letter')
    .set({ ...result, lease_until: null })
    .where('id', '=', email.id)
    .where('epoch', '=', email.epoch)
    .where('delivered_at', 'is', null)
    .executeTakeFirst()
  return updated.numUpdatedRows === 1n
}
