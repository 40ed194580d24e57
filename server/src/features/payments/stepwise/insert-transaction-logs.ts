import { createHash } from 'node:crypto'
import { requestTexts } from '@portal/contract/input-texts'
import { largestTransactionLog } from '@portal/contract/stepwise-payments'
import { refuseCommonly } from '../../../http/problem.ts'
import { scrubNote } from './scrub-note.ts'
import type { Client, StepwiseDeps } from './stepwise-deps.ts'
import { takeStepwiseTry } from './stepwise-tries.ts'

/**
 * Keeps what a client says happened as an unverified note, scrubbed of card data (docs/payments.md). The same note of
 * the same session is kept once.
 * @throws `too-large`, `too-many-tries`.
 */
export async function insertTransactionLogs(
  { deps, engine }: StepwiseDeps,
  client: Client,
  logs: unknown,
): Promise<{ status: 'Success' }> {
  if (Buffer.byteLength(JSON.stringify(logs)) > largestTransactionLog) {
    throw refuseCommonly('too-large', { detail: requestTexts.bodyTooLarge })
  }
  await takeStepwiseTry(deps, client, 'notes')
  const note = scrubNote(logs)
  await deps.db
    .insertInto('payment_client_note')
    .values({
      session_id: client.session.id,
      noted_at: engine.clock.now(),
      note,
      note_hash: createHash('sha256').update(note).digest('hex'),
    })
    .onConflict((again) => again.columns(['session_id', 'note_hash']).doNothing())
    .execute()
  return { status: 'Success' }
}
