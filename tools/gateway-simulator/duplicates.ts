import { cardMark } from './card-mark.ts'
import { type TransactionRequest, amountInCents } from './request.ts'
import type { Simulator } from './simulator.ts'
import type { TransactionType } from './transaction-types.ts'

/**
 * Whether the account's rule against duplicates refuses this transaction: the same type, card and amount were approved
 * a moment ago. It ignores references, so it also refuses honest payments that happen to be equal.
 */
export function isDeniedDuplicate(simulator: Simulator, request: TransactionRequest, type: TransactionType): boolean {
  const window = simulator.settings.denyDuplicatesMinutes * 60_000
  if (window === 0 || type.isTagged) return false
  const mark = cardMark(simulator.credentials.hmacKey, request.Card_Number)
  const amount = amountInCents(request)
  const since = simulator.now() - window
  return simulator.books.numbered.some(
    (row) =>
      row.kind === type.kind &&
      row.status === 'A' &&
      row.cardMark === mark &&
      row.requested === amount &&
      Date.parse(row.at) > since,
  )
}
