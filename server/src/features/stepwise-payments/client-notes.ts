import { createHash } from 'node:crypto'
import { later } from '@portal/contract/dates'
import { requestTexts } from '@portal/contract/input-texts'
import { largestTransactionLog } from '@portal/contract/stepwise-payments'
import type { Deps } from '../../deps.ts'
import { takeTries } from '../../foundation/rate-limits/rate-limits.ts'
import type { Work } from '../../foundation/work/loop.ts'
import { sweep } from '../../foundation/work/sweep.ts'
import type { PaymentParts } from '../../payments/submit/check-payment.ts'
import type { Payer } from '../../payments/submit/payer.ts'
import { refuseCommonly, requireTry } from '../../refusal.ts'
import { scrubNote } from './scrub-note.ts'

/**
 * Keeps what a client says happened as an unverified note, scrubbed of card data (docs/payments.md). The same note of
 * the same session is kept once.
 * @throws `too-large`; `too-many-tries`, so that nobody fills the database.
 */
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
  requireTry(await takeTries(deps, tries))
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

const hour = 60 * 60_000
const day = 24 * hour

/**
 * Deletes what clients said happened (insert-transaction-logs) once it is `CLIENT_NOTE_DAYS` old. The log of the
 * payments themselves, `payment_event`, is kept forever.
 */
export function clientNoteSweep(
  deps: Pick<Deps, 'db' | 'clock'> & { config: Pick<Deps['config'], 'CLIENT_NOTE_DAYS'> },
): Work {
  return sweep(deps, 'client-note-sweep', {
    table: 'payment_client_note',
    key: 'id',
    over: 'noted_at',
    until: (now) => later(now, -deps.config.CLIENT_NOTE_DAYS * day),
    restMilliseconds: hour,
  })
}
