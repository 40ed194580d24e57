/** What becomes of a test bank account (https://docs.stripe.com/payments/ach-direct-debit/accept-a-payment#test-account-numbers). */
export interface TestBank {
  bankName: string
  accountType: 'checking' | 'savings'
  holderType: 'individual' | 'company'
  /** The holder logged in to the bank: no small deposit is needed. */
  isVerified: boolean
  fate: Fate
}

export type Fate =
  | { kind: 'pays' }
  | ({ kind: 'returned' } & ReturnCode)
  /** Never leaves `processing`, so that it can be canceled. */
  | { kind: 'stays' }
  /** Refused when it is confirmed. */
  | { kind: 'refused'; code: string }
  | { kind: 'depositsFail' }
  /** Disputed after it was paid. */
  | { kind: 'disputed' }

/** Why a bank returns a debit, in Stripe's word and the network's code. */
export interface ReturnCode {
  code: string
  network: string
}

export const returnCodes = {
  insufficientFunds: { code: 'insufficient_funds', network: 'R01' },
  accountClosed: { code: 'account_closed', network: 'R02' },
  noAccount: { code: 'no_account', network: 'R03' },
  debitNotAuthorized: { code: 'debit_not_authorized', network: 'R10' },
} as const satisfies Record<string, ReturnCode>

const fates: Readonly<Record<string, Fate>> = {
  '000123456789': { kind: 'pays' },
  '000111111113': { kind: 'returned', ...returnCodes.accountClosed },
  '000111111116': { kind: 'returned', ...returnCodes.noAccount },
  '000222222227': { kind: 'returned', ...returnCodes.insufficientFunds },
  '000333333335': { kind: 'returned', ...returnCodes.debitNotAuthorized },
  '000444444440': { kind: 'refused', code: 'invalid_currency' },
  '000666666661': { kind: 'depositsFail' },
  '000555555559': { kind: 'disputed' },
  '000000000009': { kind: 'stays' },
  '000777777771': { kind: 'refused', code: 'charge_exceeds_weekly_limit' },
}

export const testRouting = '110000000'

/** An account of any other number does not exist. */
export function fateOf(accountNumber: string): Fate {
  return fates[accountNumber] ?? { kind: 'returned', ...returnCodes.noAccount }
}

/** Of a small deposit: what the holder reads on the statement (https://docs.stripe.com/payments/ach-direct-debit/accept-a-payment#test-microdeposits). */
export function deposited(guess: {
  amounts?: readonly number[]
  code?: string
}): 'right' | 'wrong' | 'tooMany' | 'late' {
  const said = guess.code?.toUpperCase() ?? guess.amounts?.toSorted((one, other) => one - other).join('+')
  if (said === 'SM11AA' || said === '32+45') return 'right'
  if (said === 'SM33CC' || said === '10+11') return 'tooMany'
  return said === 'SM44DD' || said === '40+41' ? 'late' : 'wrong'
}
