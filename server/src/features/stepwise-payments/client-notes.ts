import { createHash } from 'node:crypto'
import type { ReplyOf } from '@portal/contract/call'
import { requestTexts } from '@portal/contract/input-texts'
import {
  type insertTransactionLogs as insertTransactionLogsCall,
  largestTransactionLog,
  stepwiseTexts,
} from '@portal/contract/stepwise-payments'
import { sql } from 'kysely'
import type { Db } from '../../database/connect.ts'
import { consumeAll } from '../../foundation/rate-limits/rate-limits.ts'
import { clientNotes } from '../../metrics.ts'
import type { PaymentDoor, Payer } from '../../payments/submit/payer.ts'
import { refuseCommonly } from '../../refusal.ts'
import { refused } from './find-payment.ts'
import { scrubNote } from './scrub-note.ts'

/** Of all clients: the oldest make room for newer ones. */
export const mostClientNotes = 20_000

/** More than one goes for each that comes, so that a table with more gets down to the most. */
const goAtOnce = 10

/**
 * Unverified, scrubbed of card data, once per session, and only beside a payment of it (docs/payments.md).
 * @throws `too-large`; `too-many-tries`
 */
export async function insertTransactionLogs(
  engine: PaymentDoor,
  { session, clientAddress }: Payer,
  logs: unknown,
): Promise<ReplyOf<typeof insertTransactionLogsCall>['result']> {
  if (Buffer.byteLength(JSON.stringify(logs)) > largestTransactionLog) {
    clientNotes.inc({ result: 'refused' })
    throw refuseCommonly('too-large', { detail: requestTexts.bodyTooLarge })
  }
  const tries = [
    ['clientNotesPerAddress', clientAddress],
    ['clientNotesPerSession', String(session.id)],
  ] as const
  await consumeAll(engine, tries)
  if (!(await hasPayment(engine.db, session.id))) {
    clientNotes.inc({ result: 'refused' })
    return refused(stepwiseTexts.noSuchPayment)
  }
  const note = scrubNote(logs)
  const hash = createHash('sha256').update(note).digest('hex')
  // Asked before, because a conflict alone would use up a number, and the oldest go by their numbers.
  await sql`
    insert into payment_client_note (session_id, noted_at, note, note_hash)
    select ${session.id}::bigint, ${engine.clock.now()}::timestamptz, ${note}, ${hash}
    where not exists (select from payment_client_note where session_id = ${session.id} and note_hash = ${hash})
    on conflict (session_id, note_hash) do nothing`.execute(engine.db)
  await makeRoom(engine.db)
  clientNotes.inc({ result: 'kept' })
  return { status: 'Success' }
}

/** One with an account in it: its payer has passed a human check. */
async function hasPayment(db: Db, sessionId: number): Promise<boolean> {
  const { rows } = await sql`
    select from checkout join checkout_item on checkout_item.checkout_id = checkout.id
    where checkout.session_id = ${sessionId} limit 1`.execute(db)
  return rows.length > 0
}

async function makeRoom(db: Db): Promise<void> {
  await sql`
    delete from payment_client_note where id = any(array(
      select id from payment_client_note where id <= (select max(id) from payment_client_note) - ${mostClientNotes}
      order by id limit ${goAtOnce}))`.execute(db)
}
