import type { BookRow } from './books.ts'
import type { Simulator } from './simulator.ts'

/**
 * Whether a transaction has not been handed to the bank yet, so that it can be voided. Batches are closed at the
 * cut-offs of the day and at midnight, in the time zone of the account.
 */
export function isBatchOpen(
  simulator: Pick<Simulator, 'settings' | 'time' | 'now'>,
  row: Pick<BookRow, 'at'>,
): boolean {
  const { settings, time } = simulator
  if (settings.everyBatchIsClosed) return false
  const then = batchOf(time.sortable(Date.parse(row.at)), settings.batchCutOffs)
  return then === batchOf(time.sortable(simulator.now()), settings.batchCutOffs)
}

/** `2026-01-31 14:05:06` and cut-offs at 10:00 and 15:00 → `2026-01-31 1`. */
function batchOf(sortable: string, cutOffs: readonly string[]): string {
  const [date = '', time = ''] = sortable.split(' ')
  return `${date} ${cutOffs.filter((cutOff) => cutOff <= time).length}`
}
