import { later } from '@portal/contract/dates'
import type { Deps } from '../../../deps.ts'
import type { Work } from '../../../foundation/work/loop.ts'
import { sweep } from '../../../foundation/work/sweep.ts'

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
