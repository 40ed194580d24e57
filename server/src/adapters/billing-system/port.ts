import type { SourceCode } from '@portal/contract/card'
import type { BillAddressSource } from '@portal/contract/contact'
import type { CalendarDate, Instant } from '@portal/contract/dates'
import type { AccountNumber, PersonId, ReceiptNumber } from '@portal/contract/ids'
import type { Cents } from '@portal/contract/money'
import type { BillRecords } from './port-bills.ts'
import type { BillingAddress, PeopleRecords } from './port-people.ts'

/**
 * The billing system, as the portal sees it (docs/extract-format.md). Money is in cents, dates are calendar dates,
 * texts are trimmed and blank ones null. Methods return null when there is no such thing, and throw `BillingSystemDown`
 * when the billing system does not answer.
 */
export interface BillingSystem extends BillRecords, PaymentRecords, PeopleRecords {
  /** The account and its main customer, or null when the division this portal serves has no such account. */
  findAccount(account: AccountNumber): Promise<BillingAccount | null>
  /** The same for up to as many accounts as one payment may cover. Accounts of other divisions are left out. */
  findAccounts(accounts: readonly AccountNumber[]): Promise<BillingAccount[]>
  /**
   * Every payment of the portal that the billing system has for that day (`payDate`), except cancelled ones, sorted by
   * the characters of the receipt number. Read page by page: iterating throws `BillingSystemDown`.
   */
  paymentsOn(day: CalendarDate): AsyncIterable<BookedPayment>
}

/** The part of the billing system that the payment engine uses. */
export interface PaymentRecords {
  /**
   * Records one payment. Idempotent by receipt number: recording the same receipt again changes nothing and answers
   * `recorded`. When it throws `BillingSystemDown`, the payment may or may not have been recorded.
   */
  recordPayment(payment: BillingPayment): Promise<RecordedPayment>
  /**
   * Cancels a whole payment because its charge was given back; the account then owes the amount again. Idempotent by
   * receipt, like `recordPayment`. When it throws `BillingSystemDown`, the payment may or may not have been cancelled.
   */
  cancelPayment(cancellation: BillingCancellation): Promise<CancelledPayment>
  /**
   * Whether exactly this amount was paid to the account since that day in another way: at an office, by mail or at a
   * bank.
   */
  wasPaidOtherwise(account: AccountNumber, amount: Cents, since: CalendarDate): Promise<boolean>
  /**
   * The payment with this receipt number, even if it was cancelled. Null when the billing system has certainly never
   * had it.
   */
  findPayment(receipt: ReceiptNumber): Promise<FoundPayment | null>
}

/** An account with its main customer. */
export interface BillingAccount {
  accountId: AccountNumber
  division: string
  /** `RESID` is residential. */
  customerClass: string
  isActive: boolean
  /** Whether the billing system refuses cards for it (the cash-only flag). */
  isCashOnly: boolean
  serviceLocation: string
  person: BillingPerson
  /** Where bills go, and where that address comes from. */
  mailing: BillingAddress & { source: BillAddressSource | null }
}

/** The main customer of an account. */
interface BillingPerson {
  personId: PersonId
  /** As stored: either `first last` or `last, first` (C§3). */
  fullName: string
  /** Whether it is a company or an institution. */
  isBusiness: boolean
  emailAddress: string | null
}

/** One account's part of a charge, to be recorded. */
export interface BillingPayment {
  receipt: ReceiptNumber
  accountId: AccountNumber
  amount: Cents
  /** The payment source: CCV, CCM or CCD. */
  source: SourceCode
  /** PG001 (A§9). */
  method: string
  authorization: string
  /** When the card was charged, and that moment's date in the utility's time zone. */
  paidAt: Instant
  payDate: CalendarDate
}

/** A payment that is to be cancelled. */
export interface BillingCancellation {
  receipt: ReceiptNumber
  /** Why the charge was given back. */
  reason: string
  /** When the charge was given back, and that moment's date in the utility's time zone. */
  cancelledAt: Instant
  cancelDate: CalendarDate
}

/** `rejected` is final: the billing system understood the request and refused it, so a person must look at it. */
export type CancelledPayment = { outcome: 'cancelled' } | { outcome: 'rejected'; reason: string }

/** A payment that was looked up by its receipt number. */
interface FoundPayment {
  billingReference: string
  amount: Cents
  isCancelled: boolean
}

/** A payment as recorded in the billing system. */
export interface BookedPayment {
  receipt: ReceiptNumber
  accountId: AccountNumber
  amount: Cents
}

/** `rejected` is final: the billing system understood the request and refused it, so a person must look at it. */
export type RecordedPayment =
  | { outcome: 'recorded'; billingReference: string }
  | { outcome: 'rejected'; reason: string }

/** The billing system cannot be reached or did not answer in time. */
export class BillingSystemDown extends Error {
  override readonly name = 'BillingSystemDown'
}
