import type { BookRow } from './books.ts'
import { bankMessages, exactCodes } from './codes.ts'
import { type TransactionRequest, amountInCents } from './request.ts'

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
