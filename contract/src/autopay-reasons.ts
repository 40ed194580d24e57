import type { PauseReason } from './autopay.ts'
import type { HeldReason } from './next-charge.ts'

/** Why a charge waits; the customer sees no charges of an agreement that is paused. */
export type HoldReason = HeldReason | 'paused'

/** What holds a charge back until a person acts; everything else passes by itself. */
export const holdsForPeople = [
  'no_email',
  'notice_refused',
  'other_gateway',
  'paused',
  'run_stopped',
  'stale_import',
] as const satisfies readonly HoldReason[]

/** What customers are told of a charge that is late. `passes` is everything that passes within hours. */
export const lateReasons = [
  'passes',
  'notice_refused',
  'notice_waits',
  'other_gateway',
  'run_stopped',
  'stale_import',
] as const satisfies readonly (HoldReason | 'passes')[]
export type LateReason = (typeof lateReasons)[number]

/** Why the answer of a bank ends the tries. */
export type StopReason = Exclude<PauseReason, 'card_removed' | 'staff'>

/** Why a planned charge is not made at all. */
export type SkipReason =
  | 'nothing_owed'
  | 'cash_only'
  | 'closed'
  | 'over_limit'
  | 'bill_replaced'
  | 'already_charged'
  | 'ended'
  | 'canceled'
  | 'account_left'
  | 'card_removed'
  | 'bank_blocked'
  | 'bank_not_taken'
  | 'paid_otherwise'

/** Why an agreement has ended. */
export type EndReason = 'customer' | 'account_left' | 'deleted' | 'end_date'

/** Why AutoPay or a scheduled payment waits, failed, was skipped, paused or ended. */
export type AutopayReason = HoldReason | PauseReason | SkipReason | EndReason | 'reversed_by_gateway'

interface InWords {
  readonly name: string
  /** What to do about it. */
  readonly meaning?: string
}

const reasons: Readonly<Record<AutopayReason, InWords>> = {
  account_held: {
    name: 'Another payment is unconfirmed',
    meaning: 'Nothing to do. The charge follows once it is confirmed.',
  },
  account_left: { name: 'The account is not the customer’s anymore' },
  after_hours: { name: 'Outside the hours for charging', meaning: 'Nothing to do. The charge follows in the morning.' },
  agreement_busy: {
    name: 'Another charge is unconfirmed',
    meaning: 'Nothing to do. One charge of an agreement follows the other.',
  },
  already_charged: { name: 'Charged before the bill was issued again' },
  bill_replaced: { name: 'The bill was issued again' },
  bank_blocked: { name: 'The bank account can’t be debited anymore' },
  bank_not_taken: { name: 'Bank payments are blocked for the account' },
  bank_payment: {
    name: 'A bank payment is on its way',
    meaning: 'Nothing to do. The charge follows once the bank has answered.',
  },
  bank_refused: { name: 'The bank does not pay from this account' },
  bank_unauthorized: { name: 'The bank did not allow the debit' },
  canceled: { name: 'Canceled by the customer' },
  card_details: { name: 'The card’s details have changed' },
  card_refused: { name: 'The bank does not allow this card' },
  card_removed: { name: 'The payment method was removed' },
  cash_only: { name: 'The account is cash only' },
  closed: { name: 'The account is closed' },
  customer: { name: 'Turned off by the customer' },
  declined_twice: { name: 'Declined twice' },
  deleted: { name: 'The online account was deleted' },
  earlier_bill: {
    name: 'An earlier bill comes first',
    meaning: 'Nothing to do. One bill of an account follows the other.',
  },
  end_date: { name: 'The last day has passed' },
  ended: { name: 'AutoPay has ended' },
  hour_full: { name: 'Limit per hour reached', meaning: 'Nothing to do. These charges follow in the next hours.' },
  no_email: {
    name: 'No email address',
    meaning: 'Ask the customer for an email address. Without it, nothing is charged.',
  },
  nothing_owed: { name: 'Nothing is due' },
  notice_refused: {
    name: 'Notice rejected',
    meaning: 'The mail server rejected the email address. Correct it; the customer pays this bill without AutoPay.',
  },
  notice_waits: {
    name: 'Notice not sent yet',
    meaning: 'The mail server has not taken the notice. Without it, nothing is charged.',
  },
  other_gateway: {
    name: 'Saved at another gateway',
    meaning: 'The payment method was saved at another gateway or in test mode. The customer chooses another one.',
  },
  mandate_gone: { name: 'The authorization to debit the bank account has ended' },
  over_limit: { name: 'More than the customer’s limit' },
  paid_otherwise: { name: 'Paid another way' },
  paused: {
    name: 'AutoPay is paused',
    meaning: 'The customer turns it on again, or staff takes back a pause of theirs in Phoned In.',
  },
  payer_asked: { name: 'The bank wants the customer to confirm' },
  reversed_by_gateway: {
    name: 'The gateway reversed the charge',
    meaning: 'Charge again by phone, or let the customer pay.',
  },
  returned_twice: { name: 'Returned twice by the bank' },
  run_stopped: { name: 'AutoPay is off', meaning: 'Turn AutoPay on in System Maintenance.' },
  staff: { name: 'Paused by staff' },
  stale_import: {
    name: 'Balances are too old',
    meaning: 'Import an extract of the billing system. Nothing is charged from old balances.',
  },
}

/** For staff, in the console and finance's emails. The code itself for one that a newer version has recorded. */
export function reasonInWords(code: string): InWords {
  return isReason(code) ? reasons[code] : { name: code }
}

function isReason(code: string): code is AutopayReason {
  return Object.hasOwn(reasons, code)
}

/** By code, for the audit log. */
export const autopayReasonNames: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(reasons).map(([code, { name }]) => [code, name]),
)
