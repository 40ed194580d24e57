import type { CalendarDate, Instant } from '@portal/contract/dates'
import type { AccountNumber, PersonId, ReceiptNumber } from '@portal/contract/ids'
import type { Cents } from '@portal/contract/money'
import type { SourceCode } from '@portal/contract/card'
import type { BillRecords } from './port-bills.ts'
import type { BillAddressSource, BillingAddress, PeopleRecords } from './port-people.ts'

/**
 * The billing system, as the portal sees it (docs/extract-format.md). Money in cents, dates as calendar dates,
 * every text trimmed and blank read as null.
 * Methods return null for "no such thing" and throw `BillingSystemDown` when the answer cannot be had.
 */
export interface BillingSystem extends BillRecords, PaymentRecords, PeopleRecords {
  /** The account and its main customer, or null when the division has no such account. */
  findAccount(account: AccountNumber, division: string): Promise<BillingAccount | null>
  /** The same for at most `mostAccountsAtOnce` in one question; accounts that the division has not are left out. */
  findAccounts(accounts: readonly AccountNumber[], division: string): Promise<BillingAccount[]>
  /**
   * Every payment of the portal that the billing system holds for that day (`payDate`), cancelled ones left out, by
   * receipt number in the order of its characters. Read page by page: iterating throws `BillingSystemDown`.
   */
  paymentsOn(day: CalendarDate): AsyncIterable<BookedPayment>
}

/** The part of it that the payment engine works with. */
export interface PaymentRecords {
  /**
   * Records one payment. The receipt number is the key: recording the same receipt again changes nothing and
   * answers `recorded`. A thrown `BillingSystemDown` leaves it unknown whether the payment was recorded.
   */
  recordPayment(payment: BillingPayment): Promise<RecordedPayment>
  /**
   * Cancels a payment recorded before, all of it, because its charge was given back: the account owes the amount again.
   * Idempotent by receipt, as `recordPayment` is; a thrown `BillingSystemDown` leaves it unknown.
   */
  cancelPayment(cancellation: BillingCancellation): Promise<CancelledPayment>
  /**
   * Whether the account was paid exactly this amount since then by something else than the portal: at an office, by
   * mail, at a bank.
   */
  wasPaidOtherwise(account: AccountNumber, amount: Cents, since: CalendarDate): Promise<boolean>
  /**
   * The payment carrying this receipt number, also when it was cancelled; null when the billing system certainly never
   * had it.
   */
  findPayment(receipt: ReceiptNumber): Promise<FoundPayment | null>
}

export interface BillingAccount {
  accountId: AccountNumber
  division: string
  /** `RESID` is residential. */
  customerClass: string
  isActive: boolean
  /** The billing system takes no cards for it (the cash-only flag). */
  isCashOnly: boolean
  serviceLocation: string
  person: BillingPerson
  /** Where bills go, and where that address comes from. */
  mailing: BillingAddress & { source: BillAddressSource | null }
}

export interface BillingPerson {
  personId: PersonId
  /** As stored: either `first last` or `last, first` (C§3). */
  fullName: string
  /** A company or an institution, not a human being. */
  isBusiness: boolean
  emailAddress: string | null
}

export interface BillingPayment {
  receipt: ReceiptNumber
  accountId: AccountNumber
  amount: Cents
  /** The payment source: CCV, CCM or CCD. */
  source: SourceCode
  /** PG001 (A§9). */
  method: string
  authorization: string
  /** When the card was charged, and the date that is in the utility's time zone. */
  paidAt: Instant
  payDate: CalendarDate
}

/** A payment that is to be cancelled. */
export interface BillingCancellation {
  receipt: ReceiptNumber
  /** Why the charge was given back. */
  reason: string
  /** When the charge was given back, and the date that is in the utility's time zone. */
  cancelledAt: Instant
  cancelDate: CalendarDate
}

/** `rejected` is final: the billing system understood and refused, a person has to look. */
export type CancelledPayment = { outcome: 'cancelled' } | { outcome: 'rejected'; reason: string }

export interface FoundPayment {
  billingReference: string
  amount: Cents
  isCancelled: boolean
}

/** A payment as the billing system holds it. */
export interface BookedPayment {
  receipt: ReceiptNumber
  accountId: AccountNumber
  amount: Cents
}

/** `rejected` is final: the billing system understood and refused, a person has to look. */
export type RecordedPayment =
  | { outcome: 'recorded'; billingReference: string }
  | { outcome: 'rejected'; reason: string }

/** The billing system cannot be reached or did not answer in time. */
export class BillingSystemDown extends Error {
  override readonly name = 'BillingSystemDown'
}
