/** What becomes of a card of Stripe's public list (https://docs.stripe.com/testing). Any other number is declined. */
export interface TestCard {
  brand: 'visa' | 'mastercard' | 'discover' | 'amex'
  /** A bank's reason, in Stripe's codes; null for an approval. */
  decline: string | null
  /** The bank wants to see its customer first (3-D Secure). */
  asksPayer?: boolean
  /** It is processed for a while. No card does so today, but the API has the status. */
  isSlow?: boolean
  /** How the bank sees a charge once the card is saved; otherwise as before, and it still asks for the payer. */
  afterSetup?: 'asksNoMore' | 'asksWhenPresent' | 'declined'
  funding?: 'debit' | 'prepaid'
  /** It was not typed: the browser's wallet has it. */
  wallet?: 'google_pay'
  zipCheck?: 'fail'
  codeCheck?: 'fail'
  /** What happens once it has been charged, or its charge refunded. */
  later?: 'dispute' | 'inquiry' | 'warning' | 'refundPends' | 'refundFails'
}

export const testCards: Readonly<Record<string, TestCard>> = {
  '4242424242424242': { brand: 'visa', decline: null },
  '5555555555554444': { brand: 'mastercard', decline: null },
  '6011111111111117': { brand: 'discover', decline: null },
  '378282246310005': { brand: 'amex', decline: null },
  '4000000000000002': { brand: 'visa', decline: 'generic_decline' },
  '4000000000009995': { brand: 'visa', decline: 'insufficient_funds' },
  '4000000000009987': { brand: 'visa', decline: 'lost_card' },
  '4000000000009979': { brand: 'visa', decline: 'stolen_card' },
  '4000000000000069': { brand: 'visa', decline: 'expired_card' },
  '4000000000000127': { brand: 'visa', decline: 'incorrect_cvc', codeCheck: 'fail' },
  '4000000000000119': { brand: 'visa', decline: 'processing_error' },
  '4000000000006975': { brand: 'visa', decline: 'card_velocity_exceeded' },
  '4000000000000036': { brand: 'visa', decline: null, zipCheck: 'fail' },
  '4000000000000101': { brand: 'visa', decline: null, codeCheck: 'fail' },
  '4000000000000259': { brand: 'visa', decline: null, later: 'dispute' },
  '4000000000001976': { brand: 'visa', decline: null, later: 'inquiry' },
  '4000000000005423': { brand: 'visa', decline: null, later: 'warning' },
  '4000000000007726': { brand: 'visa', decline: null, later: 'refundPends' },
  '4000000000005126': { brand: 'visa', decline: null, later: 'refundFails' },
  '4000002760003184': { brand: 'visa', decline: null, asksPayer: true },
  '4000002500003155': { brand: 'visa', decline: null, asksPayer: true, afterSetup: 'asksNoMore' },
  '4000003800000446': { brand: 'visa', decline: null, asksPayer: true, afterSetup: 'asksWhenPresent' },
  '4000000000000341': { brand: 'visa', decline: null, afterSetup: 'declined' },
  '4000056655665556': { brand: 'visa', decline: null, funding: 'debit' },
  '5105105105105100': { brand: 'mastercard', decline: null, funding: 'prepaid' },
  '4000008400001629': { brand: 'visa', decline: 'generic_decline', asksPayer: true },
}

/** The code of a card error: some reasons are a code of their own, the rest are the bank's. */
export function errorCodeOf(declineCode: string): string {
  const own = [
    'expired_card',
    'incorrect_cvc',
    'incorrect_number',
    'incorrect_zip',
    'processing_error',
    'authentication_required',
  ]
  return own.includes(declineCode) ? declineCode : 'card_declined'
}

/** What Stripe advises after a decline (https://docs.stripe.com/declines/card#retrying-issuer-declines). */
export function adviceOf(declineCode: string | null): string {
  if (declineCode === 'insufficient_funds' || declineCode === 'processing_error') return 'try_again_later'
  const own = ['expired_card', 'incorrect_cvc', 'incorrect_number']
  return declineCode !== null && own.includes(declineCode) ? 'confirm_card_data' : 'do_not_try_again'
}
