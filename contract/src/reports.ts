import { z } from 'zod'
import { levelsOfTab } from './admin-levels.ts'
import { call } from './call.ts'
import { CardBrand } from './card.ts'
import { Instant } from './dates.ts'
import { accountToSearch, RowId, WholeNumber } from './ids.ts'
import { DecimalAmount } from './money.ts'
import { paymentModes } from './payments.ts'
import { type StaffStatus, staffStatuses, reportPaging, reportSorts, reportsTexts } from './reports-texts.ts'
import { plainDigits } from './text.ts'
import { TypedDate, typedDateTexts } from './typed-date.ts'

export { reportsTexts }
export type { ReportSort } from './reports-texts.ts'

const access = { admin: levelsOfTab.reports } as const

const Status = z.enum(Object.keys(staffStatuses).filter(isStatus))

function isStatus(name: string): name is StaffStatus {
  return Object.hasOwn(staffStatuses, name)
}

/** A payment in the list (A§3 Transaction report row). */
export const ReportRow = z.object({
  /** The overall payment's key. */
  id: z.number().int(),
  /** Who paid: the customer's username, the administrator's for a phoned-in payment, or empty for a guest. */
  username: z.string(),
  /** The first account; `count` says how many there are. */
  accountId: z.string(),
  auth_no: z.string(),
  payment_date: Instant,
  /** `W-{tag}`; empty unless the card was charged. */
  receipt_number: z.string(),
  /** `SINGLE` or `MULTI-n`. */
  count: z.string(),
  transaction_tag: z.string(),
  amount: DecimalAmount,
  pay_eezy_seq_num: z.string(),
  process_message: z.string(),
  bank_response: z.string(),
  mode: z.enum(paymentModes),
  /** '1' when the billing system holds every account's payment, else '0' (A§4). */
  ccb_status: z.enum(['0', '1']),
  status: Status,
  brand: CardBrand,
  lastFour: z.string(),
  /**
   * Our own reference, sent to the gateway. Payers quote it on the phone; a payment without a receipt has no other
   * name.
   */
  reference: z.string(),
})
export type ReportRow = z.infer<typeof ReportRow>

/** Thirteen digits or more, however they are spaced: no filter needs them, and they could be a card number. */
const couldBeCardNumber = /\d(?:[ -]*\d){12,}/

/** Filters end up in addresses, and those of an export in the audit log, so none may contain a card number (P1). */
const text = (read: (typed: string) => string) =>
  z
    .string()
    .trim()
    .normalize('NFC')
    .max(200, reportsTexts.tooLong)
    .refine((typed) => !couldBeCardNumber.test(plainDigits(typed)), reportsTexts.cardNumber)
    .optional()
    .transform((typed) => (typed ? read(typed) : undefined))
const Text = text((typed) => typed)
const TextWithDigits = text(plainDigits)

/** Filters of the list (A§7 search-transaction); one that is empty or left out has no effect. */
export const ReportFilter = z.object({
  pay_date_start: TypedDate,
  pay_date_end: TypedDate,
  /** `W-{tag}`, `W-{tag}-{n}`, the tag, or the reference number. */
  receipt: TextWithDigits,
  /** A brand, or the last four digits (R26). */
  credit_card: TextWithDigits,
  /** The beginning of the username, in upper or lower case, taken literally. */
  username: Text,
  mode: z
    .enum(['', ...paymentModes])
    .optional()
    .transform((mode) => mode || undefined),
  /** Spaces, dashes and zeros at the beginning do not matter. */
  accountId: text(accountToSearch),
  auth_no: TextWithDigits,
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
    /** How many payments make up those sums. */
    totalOnline: z.number().int(),
    totalPhonedIn: z.number().int(),
    /** Every payment of the result, successful and unsuccessful. */
    total: z.number().int(),
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
  summary: 'Payments by date, receipt, card, user, mode, account and authorization (A§2 Reports, A§7)',
  access,
  body: ReportSearch,
  reply: Found,
  problems: {},
})

/** `GET /api/v1/transactions.csv`: the result of a search as a file, newest first, streamed (A§9, R26). */
export const exportTransactions = call({
  method: 'GET',
  path: '/api/v1/transactions.csv',
  group: 'admin',
  summary: 'Payments as a CSV file, streamed (A§2 Reports, A§9)',
  access,
  query: ReportFilter,
  download: 'text/csv',
  reply: z.string(),
  problems: {
    'exports-busy': {
      status: 503,
      title: 'Other exports are running. Try again in a few minutes.',
    },
  },
})
