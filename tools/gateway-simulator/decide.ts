import { cardMark, givenBack, type BookRow } from './books.ts'
import { bankMessages, exactCodes } from './codes.ts'
import { amountInCents, type TransactionRequest, type TransactionType } from './request.ts'
import type { Simulator } from './simulator.ts'

/** The decision of the gateway, and of the bank behind it, about a transaction. Amounts in cents. */
export interface Decision {
  exactCode: string
  bankCode: string
  approved: boolean
  /** The approved amount; half of the requested one under partial approval. */
  amount: number
  partial: boolean
  avs: string
  cvv2: string
  /** The purchase that a void or refund belongs to, when it was found. */
  purchase: BookRow | null
}

/**
 * Decides a purchase by the demo gateway's own rules (tools/gateway-simulator/README.md). The amount 5000.NN provokes
 * EXact code NN, and 5BBB.00 provokes bank code BBB. The first letter of the street is the AVS result, the first digit
 * of the security code the CVV result.
 */
export function decidePurchase(request: TransactionRequest, partialApproval: boolean): Decision {
  const cents = amountInCents(request)
  const checks = { avs: avsResult(request), cvv2: cvvResult(request), purchase: null }
  const declined = { ...checks, approved: false, amount: cents, partial: false }
  const exactCode = provokedExactCode(cents)
  if (exactCode) return { ...declined, exactCode, bankCode: '' }
  const bankCode = provokedBankCode(cents)
  if (bankCode !== '100') return { ...declined, exactCode: '00', bankCode }
  if (!partialApproval) return { ...checks, exactCode: '00', bankCode, approved: true, amount: cents, partial: false }
  return { ...checks, exactCode: '00', bankCode: '111', approved: true, amount: Math.ceil(cents / 2), partial: true }
}

function provokedExactCode(cents: number): string | null {
  const code = String(cents - 500_000).padStart(2, '0')
  return cents > 500_000 && cents < 500_100 && Object.hasOwn(exactCodes, code) ? code : null
}

function provokedBankCode(cents: number): string {
  const code = String((cents - 500_000) / 100)
  return cents > 500_000 && cents < 600_000 && Object.hasOwn(bankMessages, code) ? code : '100'
}

/** Without a street, only the zip code can match. */
function avsResult(request: TransactionRequest): string {
  const street = request.VerificationStr1 || (request.Address ? request.Address.Address1 : '')
  if (/^[A-Za-z]/.test(street)) return street.charAt(0).toUpperCase()
  return request.ZipCode === '' ? 'U' : 'Z'
}

function cvvResult(request: TransactionRequest): string {
  const results: Readonly<Record<string, string>> = { '1': 'M', '2': 'N', '3': 'P', '4': 'S', '5': 'U', '6': 'I' }
  return request.CVDCode === '' ? '' : (results[request.CVDCode.charAt(0)] ?? 'M')
}

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

/** 305 already reversed, 306 amount mismatch, 307 authorization not found. */
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

/** It ignores references, so it also refuses honest payments that happen to be equal. */
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

/** Until then it can be voided. Batches are closed at the cut-offs of the day and at midnight. */
export function isBatchOpen(
  simulator: Pick<Simulator, 'settings' | 'time' | 'now'>,
  row: Pick<BookRow, 'at'>,
): boolean {
  const { settings, time } = simulator
  const then = batchOf(time.sortable(Date.parse(row.at)), settings.batchCutOffs)
  return then === batchOf(time.sortable(simulator.now()), settings.batchCutOffs)
}

/** `2026-01-31 14:05:06` and cut-offs at 10:00 and 15:00 → `2026-01-31 1`. */
function batchOf(sortable: string, cutOffs: readonly string[]): string {
  const [date = '', time = ''] = sortable.split(' ')
  return `${date} ${cutOffs.filter((cutOff) => cutOff <= time).length}`
}
