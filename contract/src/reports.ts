import { z } from 'zod'
import { accountToSearch } from './account-shape.ts'
import { levelsOfTab } from './admin-levels.ts'
import { BankAccountType, payMethods } from './bank-accounts.ts'
import { call } from './call.ts'
import { CardBrand } from './card.ts'
import { Instant, TypedDate, typedDateTexts } from './dates.ts'
import { type BillingStatus, billingStatuses } from './exceptions-texts.ts'
import { feeTexts } from './fees.ts'
import { RowId, WholeNumber } from './ids.ts'
import { DecimalAmount, readAmountRange } from './money.ts'
import { paymentModes } from './payments.ts'
import { isMistypedReceipt, mistypedReceipt } from './short-number.ts'
import { plainDigits, typedName } from './text.ts'

/** A§2, A§8, partly ours. */
export const reportsTexts = {
  title: 'All Payments/Transaction Inquiry (Successful and Unsuccessful Transactions)',
  exportCsv: 'Export CSV',
  noPayments: 'No Web Payments Made',
  noLog: 'No transaction log found',
  empty: 'No data available',
  tooLong: 'Please use at most 200 characters.',
  cardNumber: 'Please enter only the last 4 digits of the card.',
  amount: 'Please enter an amount, such as 85.20, or a range, such as 50 to 100.',
  search: 'Search',
  clear: 'Clear',
  paymentsOf: 'Date range:',
  showNew: 'Show new payments',
  refresh: 'Refresh',
  details: 'Details',
  showLog: 'Log',
  log: 'Transaction log',
  exceptions: 'Resolve or refund',
  askFinance: 'Ask finance for a refund',
  paymentHistory: 'Payment history',
  webHistory: 'Web payment history',
  completeHistory: 'Complete history',
  reference: 'Reference Number',
  sendReceipt: 'Resend receipt',
  receiptTo: 'Email address',
  send: 'Send',
  receiptSent: 'Receipt sent to {email}.',
} as const

/** A§3. */
export const reportColumns = {
  payment_date: 'Payment Date',
  receipt_number: 'Receipt Number',
  accountId: 'Account Number',
  amount: 'Amount',
  fee: feeTexts.column,
  status: 'Status',
  mode: 'Mode',
  made_by: 'Made By',
  username: 'Username',
  card: 'Card',
  method: 'Method',
  auth_no: 'Authorization Number',
  count: 'Accounts',
  transaction_tag: 'Transaction Tag',
  pay_eezy_seq_num: 'Sequence Number',
  process_message: 'Gateway Message',
  bank_response: 'Bank Response',
  ccb_status: 'Billing System',
  id: 'Payment ID',
} as const

/** A§3. */
export const reportTotals = {
  sumOnline: 'Online amount',
  totalOnline: 'Online payments',
  sumPhonedin: 'Phoned-In amount',
  totalPhonedIn: 'Phoned-In payments',
} as const

/** A§9. */
export const reportPaging = { sizes: [10, 30, 50], window: 4 } as const

export const reportSorts = ['payment_date', 'amount'] as const
export type ReportSort = (typeof reportSorts)[number]

/** Ours: what has become of a payment, for staff. `refundOwed`: the gateway refused the refund, or the bank returned it. */
export const staffStatuses = {
  paid: 'Paid',
  declined: 'Declined',
  notCharged: 'Not charged',
  unconfirmed: 'Unconfirmed',
  refunding: 'Refund on its way',
  refundOwed: 'Refund owed',
  refunded: 'Refunded',
  verifying: 'Awaiting verification',
  processing: 'Processing',
  returned: 'Returned',
} as const
export type StaffStatus = keyof typeof staffStatuses

/** Ours: who began an Online payment (R41). Only where the gateway keeps cards. */
export const paymentMakers = ['Customer', 'AutoPay', 'Scheduled'] as const
export type PaymentMaker = (typeof paymentMakers)[number]

/** Ours: what paid. Only where the utility takes bank accounts. */
export const paymentMethods = [payMethods.card, payMethods.bank] as const
export type PaymentMethod = (typeof paymentMethods)[number]

const access = { admin: levelsOfTab.reports } as const

export const Standing = z.enum(Object.keys(staffStatuses).filter(isStatus))

export const BillingStanding = z.enum(
  Object.keys(billingStatuses).filter((name): name is BillingStatus => Object.hasOwn(billingStatuses, name)),
)

function isStatus(name: string): name is StaffStatus {
  return Object.hasOwn(staffStatuses, name)
}

/** A§3. */
export const ReportRow = z.object({
  id: z.number().int(),
  /** Who paid: the customer's username, the administrator's for a phoned-in payment, or empty for a guest. */
  username: z.string(),
  /** The first account; `count` says how many there are. */
  accountId: z.string(),
  auth_no: z.string(),
  payment_date: Instant,
  /** `W-{tag}`; empty unless the card was charged. */
  receipt_number: z.string(),
  count: z.string(),
  transaction_tag: z.string(),
  /** What was charged. */
  amount: DecimalAmount,
  /** Ours: the service fee in it. */
  fee: DecimalAmount,
  pay_eezy_seq_num: z.string(),
  process_message: z.string(),
  bank_response: z.string(),
  mode: z.enum(paymentModes),
  /** Empty when phoned in. */
  made_by: z.enum(['', ...paymentMakers]),
  /** '1' when the billing system holds every account's payment, else '0' (A§4). */
  ccb_status: z.enum(['0', '1']),
  /** Ours. Of several accounts, the one furthest from done. */
  billing: BillingStanding,
  status: Standing,
  /** Null for a bank account. */
  brand: CardBrand.nullable(),
  /** Null for a card. */
  bankName: z.string().nullable(),
  bankAccountType: BankAccountType.nullable(),
  method: z.enum(paymentMethods),
  lastFour: z.string(),
  /** Sent to the gateway. The only name of a payment without a receipt. */
  reference: z.string(),
})
export type ReportRow = z.infer<typeof ReportRow>

/** Thirteen digits or more, however they are spaced: no filter needs them, and they could be a card number. */
const couldBeCardNumber = /\d(?:[ -]*\d){12,}/

/** Filters end up in addresses, and those of an export in the audit log, so none may contain a card number (P1). */
const typedText = (read: (typed: string) => string) =>
  z
    .string()
    .overwrite(typedName)
    .max(200, reportsTexts.tooLong)
    .refine((typed) => !couldBeCardNumber.test(plainDigits(typed)), reportsTexts.cardNumber)
    .optional()
    .transform((typed) => (typed ? read(typed) : undefined))
const Text = typedText((typed) => typed)
const TextWithDigits = typedText(plainDigits)

const oneOf = <Name extends string>(names: readonly Name[]) =>
  z
    .enum(['', ...names])
    .optional()
    .transform((chosen) => names.find((name) => name === chosen))

/** Filters of the list (A§7 search-transaction); one that is empty or left out has no effect. */
export const ReportFilter = z.object({
  pay_date_start: TypedDate,
  pay_date_end: TypedDate,
  /** `W-{tag}`, `W-{tag}-{n}`, the tag, or the reference number. */
  receipt: TextWithDigits.refine((typed) => !isMistypedReceipt(typed ?? ''), mistypedReceipt),
  /** A brand, or the last four digits (R26). */
  credit_card: TextWithDigits,
  /** The beginning of the username, in upper or lower case, taken literally. */
  username: Text,
  mode: oneOf(paymentModes),
  made_by: oneOf(paymentMakers),
  method: oneOf(paymentMethods),
  /** Spaces, dashes and zeros at the beginning do not matter. */
  accountId: typedText(accountToSearch),
  auth_no: TextWithDigits,
  /** Ours: of the whole payment, exactly or within a range. */
  amount: Text.transform((typed, context) => {
    const range = typed === undefined ? undefined : readAmountRange(typed)
    if (range !== null) return range
    context.addIssue({ code: 'custom', message: reportsTexts.amount })
    return z.NEVER
  }),
})
export type ReportFilter = z.output<typeof ReportFilter>

const Paging = z.object({
  page: RowId.pipe(z.int().max(1_000_000)).default(1),
  size: WholeNumber.pipe(z.literal([...reportPaging.sizes])).default(10),
  sort: z.enum(reportSorts).default('payment_date'),
  direction: z.enum(['asc', 'desc']).default('desc'),
  /** `asOf` of the reply to the first page. It keeps payments that began later from shifting the pages. */
  asOf: WholeNumber.optional(),
})

/** A search with its page; the end date must not be before the start date. */
export const ReportSearch = ReportFilter.extend(Paging.shape).refine(
  ({ pay_date_start: start, pay_date_end: end }) => !start || !end || start <= end,
  { path: ['pay_date_end'], message: typedDateTexts.reversedDates },
)

const Found = z.object({
  result: z.object({
    list: z.array(ReportRow),
    pages: z.number().int(),
    /** Money charged and not refunded, of the whole result (A§3). */
    sumOnline: DecimalAmount,
    sumPhonedin: DecimalAmount,
    totalOnline: z.number().int(),
    totalPhonedIn: z.number().int(),
    total: z.number().int(),
    /** Ours: bank payments of the whole result that the bank has not paid yet. The sums above are without them. */
    processing: z.object({ payments: z.number().int(), amount: DecimalAmount }),
    asOf: z.number().int(),
  }),
})
export type FoundPayments = z.infer<typeof Found>['result']

export const readTransactions = call({
  method: 'GET',
  path: '/api/v1/transactions',
  group: 'admin',
  summary: 'All payments, newest first (A§2 Reports, A§7)',
  access,
  query: Paging,
  reply: Found,
  problems: {},
})

export const searchTransactions = call({
  method: 'POST',
  path: '/api/v1/search-transaction',
  group: 'admin',
  summary: 'Payments by date, receipt, card, user, mode, account, authorization and amount (A§2 Reports, A§7)',
  access,
  body: ReportSearch,
  reply: Found,
  problems: {},
})
