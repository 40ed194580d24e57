import type { AgedDebt } from '@portal/contract/aged-debt'
import type { BillPart } from '@portal/contract/bill-view'
import type { BillingPart } from '@portal/contract/billing-data'
import type { BillingAddress } from '@portal/contract/contact'
import type { CalendarDate, Instant } from '@portal/contract/dates'
import type { AccountNumber, BillId } from '@portal/contract/ids'
import type { Cents } from '@portal/contract/money'

/** Part of `BillingSystem` (C§3, docs/extract-format.md). Payments of the portal count at once. */
export interface BillRecords {
  /** For as many accounts as one payment may cover. Accounts of other divisions are left out. */
  balances(accounts: readonly AccountNumber[]): Promise<AccountBalance[]>
  /** The newest first; `page` counts from 1. */
  listBills(account: AccountNumber, page: number, size: number): Promise<{ bills: ListedBill[]; total: number }>
  /** Null when nothing was ever imported. */
  newestData(): Promise<BillingData | null>
  findBill(billId: BillId): Promise<Bill | null>
  /** The newest `most` billed periods, the newest first. */
  usage(account: AccountNumber, most: number): Promise<BilledPeriod[]>
  /** Of these accounts, made at an office, by mail or at a bank since that day, or canceled since. */
  paidOtherwise(accounts: readonly AccountNumber[], since: CalendarDate): Promise<PaidOtherwise[]>
  /** With cancellations of payments, the newest first. */
  payments(account: AccountNumber, most: number): Promise<PaymentMade[]>
}

/** What balances and bills are read from. */
export interface BillingData {
  /** Another one once there may be other bills. */
  id: number
  extractedAt: Instant
  /** The day they are of. */
  asOf: CalendarDate
  /** What no account has. */
  lacks: readonly BillingPart[]
  /** With the payments made elsewhere, and all bills. Where they do not, balances and the newest bills are all there is. */
  listsPayments: boolean
}

export interface AccountBalance {
  accountId: AccountNumber
  customerClass: string
  isActive: boolean
  isCashOnly: boolean
  /** `street, city, state, postal`. */
  serviceLocation: string
  debt: AgedDebt
  /** Of the latest bill, or where none is known, of what is owed. */
  dueDate: CalendarDate | null
  /** Null when nothing was ever billed. */
  latestBill: (ListedBill & { dueDate: CalendarDate }) | null
}

export interface ListedBill {
  billId: BillId
  billDate: CalendarDate
  total: Cents
}

/** CI_BILL. `ending` is the sum of the five amounts before it. */
export interface Bill {
  billId: BillId
  /** As printed; null where it is not known. */
  number: string | null
  accountId: AccountNumber
  billDate: CalendarDate
  dueDate: CalendarDate
  begin: Cents
  payments: Cents
  adjustments: Cents
  corrections: Cents
  currentCharges: Cents
  ending: Cents
  /** Name and address as they were when the bill was made. */
  routing: BillRouting
  segments: BillSegment[]
  messages: string[]
  /** Amounts that are not known, which are zero here, and `charges` where segments have none. */
  lacks: readonly BillPart[]
  /** The metered periods up to this bill, the oldest first: two years, if there are as many. */
  usage: { readDate: CalendarDate; gallons: number }[]
}

/** CI_BILL_ROUTING. */
interface BillRouting extends BillingAddress {
  name1: string
  entityInfo: string | null
}

/** CI_BSEG: the charges of one service agreement for one period. */
export interface BillSegment {
  segmentId: string
  /** Empty where it is not known; so are both dates. */
  serviceAddress: string
  startDate: CalendarDate | null
  endDate: CalendarDate | null
  isEstimated: boolean
  isClosing: boolean
  /** CUR_AMT: the sum of the charges. */
  current: Cents
  /** TOT_AMT: what pays the segment off. */
  payoff: Cents
  charges: BillCharge[]
  reads: BillRead[]
}

/** CI_BSEG_CALC with its lines, which add up to `cents`. */
interface BillCharge {
  description: string
  rate: string
  cents: Cents
  lines: { description: string; cents: Cents; print: boolean }[]
}

/** CI_BSEG_READ. A compound meter has two of them under one badge. */
interface BillRead {
  badge: string
  multiplier: number
  startDate: CalendarDate
  endDate: CalendarDate
  startReading: number
  /** Lower than the start when the register rolled over. */
  endReading: number
  /** The usage billed, in `unit`. */
  quantity: number
  unit: string
}

export interface BilledPeriod {
  billDate: CalendarDate
  /** Null for a bill without a meter. */
  readDate: CalendarDate | null
  gallons: number | null
  charges: Cents
}

export interface PaidOtherwise {
  /** The billing system's name of it, the same in each import. */
  payment: string
  accountId: AccountNumber
  paidOn: CalendarDate
  /** Zero when none of it is from that time on: only its cancellation is. */
  amount: Cents
  /** As when a check was returned. */
  canceled: { on: CalendarDate; amount: Cents } | null
}

/** CI_FT of a payment (PS, negative) or of the cancellation of one (PX). */
export interface PaymentMade {
  date: CalendarDate
  type: 'PS' | 'PX'
  amount: Cents
  /** Null unless the portal took the payment. */
  receipt: string | null
}
