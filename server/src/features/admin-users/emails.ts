import { randomUUID } from 'node:crypto'
import type { AdminCaller } from '../../caller.ts'
import type { Tx } from '../../database/connect.ts'
import type { Deps } from '../../deps.ts'
import { momentIn } from '../../foundation/mail/moment.ts'
import { queueEmail } from '../../foundation/mail/outbox.ts'
import { writeEmail } from '../../foundation/mail/write-email.ts'
import type { ListedAdmin } from './queries.ts'

/**
 * Queues an e-mail that tells an administrator what another one has changed about their login, without any secret. Wake
 * the delivery of letters afterwards.
 * @param what the change, as a sentence
 */
export async function queueNotice(
  tx: Tx,
  { profile, clock }: Pick<Deps, 'profile' | 'clock'>,
  { admin, what, by }: { admin: ListedAdmin; what: string; by: AdminCaller },
): Promise<void> {
  const now = clock.now()
  const email = writeEmail(profile, {
    kind: 'admin-changed',
    dedupeKey: `admin-changed-${randomUUID()}`,
    recipient: admin.email,
    subject: 'Your console login was changed',
    heading: 'Your console login was changed',
    parts: [
      { kind: 'paragraph', text: what },
      { kind: 'paragraph', text: `The super admin ${by.username} did this on ${momentIn(profile.timeZone, now)}.` },
      { kind: 'paragraph', text: 'If you did not expect this, contact another super admin right away.' },
    ],
  })
  await queueEmail(tx, email, now)
}
