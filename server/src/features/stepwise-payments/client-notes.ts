import { createHash } from 'node:crypto'
import { requestTexts } from '@portal/contract/input-texts'
import { largestTransactionLog } from '@portal/contract/stepwise-payments'
import { consumeAll } from '../../foundation/rate-limits/rate-limits.ts'
import type { PaymentParts } from '../../payments/submit/check-payment.ts'
import type { Payer } from '../../payments/submit/payer.ts'
import { refuseCommonly } from '../../refusal.ts'
import { scrubNote } from './scrub-note.ts'

/** Unverified, scrubbed of card data, once per session (docs/payments.md). @throws `too-large`; `too-many-tries` */
export async function insertTransactionLogs(
  { deps, engine }: PaymentParts,
  { session, clientAddress }: Payer,
  logs: unknown,
): Promise<{ status: 'Success' }> {
  if (Buffer.byteLength(JSON.stringify(logs)) > largestTransactionLog) {
    throw refuseCommonly('too-large', { detail: requestTexts.bodyTooLarge })
  }
  const tries = [
    ['clientNotesPerAddress', clientAddress],
    ['clientNotesPerSession', String(session.id)],
  ] as const
  await consumeAll(deps, tries)
  const note = scrubNote(logs)
  await deps.db
    .insertInto('payment_client_note')
    .values({
      session_id: session.id,
      noted_at: engine.clock.now(),
      note,
      note_hash: createHash('sha256').update(note).digest('hex'),
    })
    .onConflict((again) => again.columns(['session_id', 'note_hash']).doNothing())
    .execute()
  return { status: 'Success' }
}
