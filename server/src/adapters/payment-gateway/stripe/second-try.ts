import type { SecondTry } from '../port-declines.ts'
import type { BankEvidence } from '../port.ts'

/** The first row that applies decides. */
export function secondTry(evidence: BankEvidence): SecondTry {
  const { declineCode, adviceCode, networkDeclineCode, networkAdviceCode } = evidence
  if (declineCode === 'authentication_required') return { never: 'payer_asked' }
  if (adviceCode === 'confirm_card_data' || isOf(wrongDetails, declineCode)) return { never: 'card_details' }
  if (adviceCode === 'do_not_try_again' || isOf(neverAgain, declineCode)) return { never: 'card_refused' }
  if (isOf(neverByVisa, networkDeclineCode) || isOf(neverByMastercard, networkAdviceCode))
    return { never: 'card_refused' }
  return { afterDays: daysByMastercard.get(networkAdviceCode ?? '') ?? 0 }
}

function isOf(codes: readonly string[], code: string | null): boolean {
  return code !== null && codes.includes(code)
}

const wrongDetails = [
  'expired_card',
  'incorrect_number',
  'invalid_number',
  'invalid_expiry_month',
  'invalid_expiry_year',
  'incorrect_cvc',
  'invalid_cvc',
  'new_account_information_available',
]

const neverAgain = [
  'card_not_supported',
  'do_not_try_again',
  'fraudulent',
  'invalid_account',
  'lost_card',
  'merchant_blacklist',
  'pickup_card',
  'restricted_card',
  'revocation_of_all_authorizations',
  'revocation_of_authorization',
  'security_violation',
  'stolen_card',
  'stop_payment_order',
  'transaction_not_allowed',
]

/** Category 1 of Visa's decline codes. 14 is on most lists of it. */
const neverByVisa = ['04', '07', '12', '14', '15', '41', '43', '46', '57', ...['0', '1', '3'].map((nth) => `R${nth}`)]

/** Merchant advice codes. */
const neverByMastercard = ['03', '21']

/** The hours and days to wait that Mastercard's advice codes 24 to 30 stand for, in whole days. */
const daysByMastercard = new Map([
  ['24', 1],
  ['25', 1],
  ['26', 2],
  ['27', 4],
  ['28', 6],
  ['29', 8],
  ['30', 10],
])
