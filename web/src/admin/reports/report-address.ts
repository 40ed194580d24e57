import { type PaymentMode, paymentModes } from '@portal/contract/payments'
import {
  type PaymentMaker,
  type PaymentMethod,
  type ReportSort,
  paymentMakers,
  paymentMethods,
  reportPaging,
  reportSorts,
} from '@portal/contract/reports'
import { chosenFilters, typedText } from '../filters/filters.tsx'

/** The filters of a search as typed (A§5); an empty one matches anything. */
export interface TypedFilters {
  readonly pay_date_start: string
  readonly pay_date_end: string
  readonly receipt: string
  readonly credit_card: string
  readonly username: string
  readonly mode: '' | PaymentMode
  readonly made_by: '' | PaymentMaker
  readonly method: '' | PaymentMethod
  readonly accountId: string
  readonly auth_no: string
  readonly amount: string
}

export const noFilters: TypedFilters = {
  pay_date_start: '',
  pay_date_end: '',
  receipt: '',
  credit_card: '',
  username: '',
  mode: '',
  made_by: '',
  method: '',
  accountId: '',
  auth_no: '',
  amount: '',
}

/** The requested report: which payments, in what order, which page. All of it is in the address. */
export interface ReportRequest {
  readonly filters: TypedFilters
  readonly sort: ReportSort
  readonly direction: 'asc' | 'desc'
  /** From 1. */
  readonly page: number
  readonly size: number
  /** The id of the newest payment to include, so that pages do not shift; by default the newest there is. */
  readonly asOf?: number | undefined
}

const largestPage = 1_000_000

/** Reads the report's part of `/admin-dashboard?view=reports&…`; invalid values are ignored. */
export function readReportAddress(search: Readonly<Record<string, unknown>>): ReportRequest {
  const { page, size, sort, direction, asOf } = search
  return {
    filters: {
      pay_date_start: typedText(search.pay_date_start),
      pay_date_end: typedText(search.pay_date_end),
      receipt: typedText(search.receipt),
      credit_card: typedText(search.credit_card),
      username: typedText(search.username),
      mode: paymentModes.find((mode) => mode === search.mode) ?? '',
      made_by: paymentMakers.find((maker) => maker === search.made_by) ?? '',
      method: paymentMethods.find((method) => method === search.method) ?? '',
      accountId: typedText(search.accountId),
      auth_no: typedText(search.auth_no),
      amount: typedText(search.amount),
    },
    sort: reportSorts.find((each) => each === sort) ?? 'payment_date',
    direction: direction === 'asc' ? 'asc' : 'desc',
    page: isWhole(page) && page >= 1 && page <= largestPage ? page : 1,
    size: reportPaging.sizes.find((each) => each === size) ?? reportPaging.sizes[0],
    asOf: isWhole(asOf) && asOf >= 0 ? asOf : undefined,
  }
}

/** The search parameters of a report: only what differs from all payments, newest first. */
export function reportAddress({ filters, sort, direction, page, size, asOf }: ReportRequest): Record<string, unknown> {
  return {
    ...chosenFilters(filters),
    ...(sort === 'payment_date' ? {} : { sort }),
    ...(direction === 'desc' ? {} : { direction }),
    ...(page === 1 ? {} : { page }),
    ...(size === reportPaging.sizes[0] ? {} : { size }),
    ...(asOf === undefined ? {} : { asOf }),
  }
}

/** Whether two searches have the same filters. */
export function hasSameFilters(one: TypedFilters, other: TypedFilters): boolean {
  const others = new Map(Object.entries(chosenFilters(other)))
  const ones = Object.entries(chosenFilters(one))
  return ones.length === others.size && ones.every(([name, value]) => others.get(name) === value)
}

function isWhole(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value)
}
