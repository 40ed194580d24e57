import type { SourceCode } from '@portal/contract/card'
import type { BillAddressSource, BillingAddress } from '@portal/contract/contact'
import type { CalendarDate, Instant } from '@portal/contract/dates'
import type { AccountNumber, PersonId, ReceiptNumber } from '@portal/contract/ids'
import type { Cents } from '@portal/contract/money'
import type { BillRecords } from './port-bills.ts'
import type { PeopleRecords } from './port-people.ts'

/** Cents, calendar dates, trimmed texts (docs/extract-format.md). Null: no such thing. @throws BillingSystemDown */
export interface BillingSystem extends BillRecords, PaymentRecords, PeopleRecords {
  /** Null when the division this portal serves has no such account. */
  findAccount(account: AccountNumber): Promise<BillingAccount | null>
  /** For as many accounts as one payment may cover. Accounts of other divisions are left out. */
  findAccounts(accounts: readonly AccountNumber[]): Promise<BillingAccount[]>
  /** What proves that an account is someone's, besides name and addresses. Empty for one that there is not. */
  proofsOf(account: AccountNumber): Promise<ProofsOnFile>
  /** By `payDate`, without cancelled ones, in the order of the receipts' characters. Iterating may throw. */
  paymentsOn(day: CalendarDate): AsyncIterable<BookedPayment>
}

/** The part of the billing system that the payment engine uses. */
export interface PaymentRecords {
  /** Idempotent by receipt number. After `BillingSystemDown`, the payment may or may not have been recorded. */
  recordPayment(payment: BillingPayment): Promise<RecordedPayment>
  /** The account owes the amount again. Idempotent by receipt; after `BillingSystemDown`, nobody knows. */
  cancelPayment(cancellation: BillingCancellation): Promise<CancelledPayment>
  /** Exactly this amount since that day, at an office, by mail or at a bank. */
  wasPaidOtherwise(account: AccountNumber, amount: Cents, since: CalendarDate): Promise<boolean>
  /** Even if it was cancelled. Null when the billing system has certainly never had it. */
  findPayment(receipt: ReceiptNumber): Promise<FoundPayment | null>
}

export interface BillingAccount {
  accountId: AccountNumber
  division: string
  /** `RESID` is residential. */
  customerClass: string
  isActive: boolean
  /** The billing system refuses cards for it (the cash-only flag). */
  isCashOnly: boolean
  serviceLocation: string
  person: BillingPerson
  mailing: BillingAddress & { source: BillAddressSource | null }
}

/** Null: not known, or none. */
export interface ProofsOnFile {
  /** The total of the newest bill, negative for a credit. */
  lastBill: Cents | null
  /** Not made through the portal. */
  lastPayment: { amount: Cents; date: CalendarDate } | null
  /** Of billing files, as `foundation/proof.ts` makes them. */
  lastPaymentDigest: Buffer | null
  pinDigest: Buffer | null
}

interface BillingPerson {
  personId: PersonId
  /** As stored: either `first last` or `last, first` (C§3). */
  fullName: string
  isBusiness: boolean
  emailAddress: string | null
}

/** One account's part of a charge, to be recorded. */
export interface BillingPayment {
  receipt: ReceiptNumber
  accountId: AccountNumber
  amount: Cents
  source: SourceCode
  /** PG001 (A§9). */
  method: string
  authorization: string
  /** `payDate` is the date of `paidAt` in the utility's time zone. */
  paidAt: Instant
  payDate: CalendarDate
}

export interface BillingCancellation {
  receipt: ReceiptNumber
  reason: string
  /** `cancelDate` is the date of `cancelledAt` in the utility's time zone. */
  cancelledAt: Instant
  cancelDate: CalendarDate
}

/** `rejected` is final: the billing system understood the request and refused it, so a person must look at it. */
export type CancelledPayment = { outcome: 'cancelled' } | { outcome: 'rejected'; reason: string }

interface FoundPayment {
  billingReference: string
  amount: Cents
  isCancelled: boolean
}

export interface BookedPayment {
  receipt: ReceiptNumber
  accountId: AccountNumber
  amount: Cents
}

/** `rejected` is final, likewise. */
export type RecordedPayment =
  | { outcome: 'recorded'; billingReference: string }
  | { outcome: 'rejected'; reason: string }

/** The billing system cannot be reached or did not answer in time. */
export class BillingSystemDown extends Error {
  override readonly name = 'BillingSystemDown'
}
