import { z } from 'zod'
import { call } from './call.ts'
import { humanCheckProblems } from './human-check.ts'
import { type AccountNumber, longestReceipt } from './ids.ts'
import { english } from './language.ts'
import { type Cents, dollars, parseDecimalCents, readAmount } from './money.ts'
import { mostAccountsPerPayment, paymentStatuses } from './payments.ts'

/** The calls of A§7 and C§7, over the engine of the checkout (R2). Business refusals are 200 with a status (R4). */

export const stepwiseTexts = {
  noSuchPayment: 'We couldn’t find this payment. Start again.',
  expired: 'This payment timed out. Your card was not charged. Start again.',
  alreadyStarted: 'This payment was already started. Check its result before you pay again.',
  amountNotPositive: 'Payment Amount in one or more accounts must be greater than zero.',
  tooManyAccounts: 'You’ve reached the maximum number of accounts for one payment.',
  notAddingUp: 'The account amounts don’t add up to the payment total. Start again.',
  notCharged: 'Card not charged.',
  aboveOverall: 'The saved accounts would come to more than the amount of this payment.',
  balanceChanged: (balances: readonly { accountId: AccountNumber; amountDue: Cents }[]) => {
    const owed = balances.map(({ accountId, amountDue }) => `${accountId}: ${dollars(amountDue)}`).join(', ')
    return english.t(
      'The balance has changed. Your card was not charged. Balance by account: {owed}. Check the amounts, then start again to pay.',
      { owed },
    )
  },
  reversed: 'This payment is being refunded to the card.',
  refunded: 'This payment was refunded to the card.',
  notPostedYet: 'Do not pay again. Your payment went through and will be posted to your account soon.',
  billingRefused:
    'Do not pay again. Your payment went through, but we couldn’t post it to your account yet. We’re working on it.',
  noEmail: 'No receipt was emailed for this payment.',
  otherAddress: 'The confirmation goes to the address that was known before, and not to this one.',
  differs: 'This doesn’t match our records.',
} as const

/** `120.50`, `1,120.50` or the number 120.5. */
const Amount = z.union([z.string().max(20), z.number()]).transform((given, context) => {
  const amount = parseDecimalCents(String(given)) ?? readAmount(String(given))
  if (amount !== null) return amount
  context.addIssue('An amount has at most two decimals.')
  return z.NEVER
})

/** Claimed by a client; the server knows better. Empty when left out. */
const claim = (longest: number) =>
  z
    .union([z.string().max(longest), z.number()])
    .nullish()
    .transform((said) => (said === null || said === undefined ? '' : String(said).trim()))
const Claim = claim(1000)
/** The receipt of the whole payment, or those of all its accounts with `, ` between. */
const Receipts = claim(mostAccountsPerPayment * (longestReceipt + 2))

const Id = z.string().max(100)

const Refused = z.object({ status: z.literal('False'), description: z.string() })

export const saveOverallPayment = call({
  method: 'POST',
  path: '/api/v1/save-overall-payment',
  group: 'pay-now',
  summary: 'Start a payment. The server sets user, mode and source (A§7, C§7)',
  access: 'payer',
  body: z.object({ username: Claim, amount: Amount, mode: Claim, payment_source: Claim }),
  reply: z.discriminatedUnion('status', [z.object({ status: z.literal('True'), overallId: z.string() }), Refused]),
  problems: {},
})

export const savePayment = call({
  method: 'POST',
  path: '/api/v1/save-payment',
  group: 'pay-now',
  summary: 'Add an account to a payment (A§7, C§7)',
  access: 'payer',
  body: z.object({ overall_id: Id, account_number: z.string().max(40), amount: Amount, paid_by: Claim }),
  reply: z.discriminatedUnion('status', [z.object({ status: z.literal('True'), indivId: z.string() }), Refused]),
  problems: {},
})

/** Under the gateway's names (A§7, C§3), with only the last four digits of the card. */
const ChargeData = z.object({
  Transaction_Approved: z.enum(['true', 'false']),
  Transaction_Tag: z.string(),
  Reference_No: z.string(),
  SequenceNo: z.string(),
  Authorization_Num: z.string(),
  EXact_Message: z.string(),
  Bank_Message: z.string(),
  CardType: z.string(),
  CardHoldersName: z.string(),
  Card_Number: z.string(),
  DollarAmount: z.string(),
  Currency: z.literal('USD'),
  CTR: z.string(),
})

/** `custome_ref` is the overallId, else the session's open payment; `CAVV` the security code (R3). Repeats are safe. */
export const payeezy = call({
  method: 'POST',
  path: '/api/v1/payeezy',
  group: 'pay-now',
  summary: 'Charge the card of a payment, once (A§7, C§7)',
  access: 'payer',
  needsRightClock: true,
  body: z.object({
    amount: Amount,
    card_num: z.string().max(40),
    /** `MMYY` */
    exp_date: z.string().max(10),
    card_holder: z.string().max(200),
    CAVV: z.string().max(10),
    custome_ref: Id.nullish(),
    payment_count: z.string().max(20),
    zip_code: z.string().max(20),
  }),
  reply: z.object({
    result: z.discriminatedUnion('status', [z.object({ status: z.literal('True'), data: ChargeData }), Refused]),
  }),
  problems: {
    ...humanCheckProblems,
    'human-check-missing': {
      status: 403,
      title:
        'This payment needs a human verification (POST /api/v1/human-check). It is missing, expired or already used.',
    },
  },
})

const Done = z.object({ result: z.discriminatedUnion('status', [z.object({ status: z.literal('Success') }), Refused]) })

/** 'Success': a confirmation is on its way or delivered. Until it is sent, the payer may choose its recipient once. */
export const confirmEmail = call({
  method: 'POST',
  path: '/api/v1/confirm-email',
  group: 'pay-now',
  summary: 'Set the email address for a receipt (A§7, C§7)',
  access: 'payer',
  body: z.object({
    accounts: z.unknown().optional(),
    email: Claim,
    receiptNum: Receipts,
    cardholderName: Claim,
    confirmationNum: Claim,
    transacDate: Claim,
    creditNum: Claim,
    authorizationNum: Claim,
    total_amount: Claim,
    userFullName: Claim,
  }),
  reply: Done,
  problems: {},
})

/** 'Success' once the billing system holds the payment; waits ten seconds for it. */
export const makePayment = call({
  method: 'POST',
  path: '/api/v1/make-payment',
  group: 'pay-now',
  summary: 'Check if one account’s payment is in the billing system (A§7, C§7)',
  access: 'payer',
  body: z.object({
    accountId: Claim,
    amount: Amount,
    method: Claim,
    cardCharge: Claim,
    paymentSource: Claim,
    receiptNum: Claim,
    overall_id: Id,
    individual_id: Id,
    authNum: Claim,
  }),
  reply: Done,
  problems: {},
})

const OverallRecord = z.object({
  receipt: z.string(),
  transaction_tag: z.string(),
  pay_eezy_seq_num: z.string(),
  auth_no: z.string(),
  process_message: z.string(),
  bank_response: z.string(),
  /** '1' when the billing system holds all payments, else '0' (A§4). */
  ccb_status: z.enum(['0', '1']),
})

/** 'Success' when the claims match the record; changes nothing. */
export const updateOverallPayment = call({
  method: 'POST',
  path: '/api/v1/update-overall-payment',
  group: 'pay-now',
  summary: 'Compare a client’s payment data with our records (A§7, C§7)',
  access: 'payer',
  body: z.object({
    overAllId: Id,
    /** `W-{tag}`, or all the `W-{tag}-{n}` separated by commas. */
    receipt: Receipts,
    transaction_tag: Claim,
    pay_eezy_seq_num: Claim,
    auth_no: Claim,
    process_message: Claim,
    bank_response: Claim,
    ccb_status: Claim,
  }),
  reply: z.object({
    result: z.discriminatedUnion('status', [
      z.object({ status: z.literal('Success'), data: OverallRecord }),
      Refused.extend({ data: OverallRecord.optional() }),
    ]),
  }),
  problems: {},
})

const IndividualRecord = z.object({ status: z.enum(paymentStatuses), receipt: z.string() })

export const updatePayment = call({
  method: 'POST',
  path: '/api/v1/update-payment',
  group: 'pay-now',
  summary: 'Compare a client’s data about one account’s payment with our records (A§7, C§7)',
  access: 'payer',
  body: z.object({ indivId: Id, status: Claim, receipt: Claim }),
  reply: z.object({
    result: z.discriminatedUnion('status', [
      z.object({ status: z.literal('Success'), data: IndividualRecord }),
      Refused.extend({ data: IndividualRecord.optional() }),
    ]),
  }),
  problems: {},
})

/** Of `insert-transaction-logs`, in bytes of JSON: what a payment of some accounts says. */
export const largestTransactionLog = 8 * 1024

export const insertTransactionLogs = call({
  method: 'POST',
  path: '/api/v1/insert-transaction-logs',
  group: 'pay-now',
  summary: 'Keep a client’s own note about a payment of this session (A§7, C§7)',
  access: 'payer',
  body: z.object({ transaction_logs: z.union([z.string(), z.array(z.unknown()), z.record(z.string(), z.unknown())]) }),
  reply: Done,
  problems: {},
})
