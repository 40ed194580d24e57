import { isBatchOpen } from './batches.ts'
import type { BookRow } from './books.ts'
import { cardMark } from './card-mark.ts'
import type { Decision } from './decide.ts'
import { givenBack } from './given-back.ts'
import { type TransactionRequest, amountInCents } from './request.ts'
import type { Simulator } from './simulator.ts'
import type { TransactionType } from './transaction-types.ts'

/**
 * Decides a void or refund (tools/gateway-simulator/README.md). Never more than the purchase is given back. An open
 * refund (04) names no purchase and gives back the amount it says.
 */
export function decideReversal(simulator: Simulator, request: TransactionRequest, type: TransactionType): Decision {
  const purchase = purchaseOf(simulator, request, type)
  const answer = { amount: amountInCents(request), partial: false, avs: '', cvv2: '', purchase }
  if (type.isTagged && !purchase) return { ...answer, exactCode: '69', bankCode: '', approved: false }
  const isOpenRefund = type.kind === 'refund' && !type.isTagged
  const refusal = isOpenRefund ? null : refusalOf(simulator, request, type, purchase)
  return { ...answer, exactCode: '00', bankCode: refusal ?? '100', approved: refusal === null }
}

/**
 * The bank's code for a refusal: 305 already reversed, 306 amount mismatch, 307 authorization not found; otherwise
 * null.
 */
function refusalOf(
  simulator: Simulator,
  request: TransactionRequest,
  type: TransactionType,
  purchase: BookRow | null,
): '305' | '306' | '307' | null {
  if (purchase?.status !== 'A' || purchase.authorization !== request.Authorization_Num) return '307'
  const amount = amountInCents(request)
  const left = purchase.amount - (givenBack(simulator.books.numbered).get(purchase.tag) ?? 0)
  if (left === 0) return '305'
  if (type.kind === 'refund') return amount > left ? '306' : null
  if (!isBatchOpen(simulator, purchase)) return '307'
  return amount === purchase.amount && left === purchase.amount ? null : '306'
}

function purchaseOf(simulator: Simulator, request: TransactionRequest, type: TransactionType): BookRow | null {
  const purchases = simulator.books.numbered.filter((row) => row.kind === 'purchase')
  if (type.isTagged) return purchases.find((row) => row.tag === Number(request.Transaction_Tag)) ?? null
  if (type.kind === 'refund') return null
  const mark = cardMark(simulator.credentials.hmacKey, request.Card_Number)
  return purchases.findLast((row) => row.authorization === request.Authorization_Num && row.cardMark === mark) ?? null
}
