import type { CheckoutOutcome } from '@portal/contract/checkout'

export interface ReceiptLine {
  readonly term: string
  readonly value: string
  /** It can be copied, because somebody may have to quote it. */
  readonly isReference?: boolean
}

/**
 * The content of a receipt, for the screen and for the PDF file. It holds the last four digits of the card and never
 * its expiry.
 */
export interface Receipt {
  readonly outcome: CheckoutOutcome
  readonly title: string
  /** Null when nothing is known of the payment. */
  readonly amount: string | null
  /** Sentences below the title, most important first. */
  readonly explanation: readonly string[]
  /** Of the file, which is read much later: its number, and what stays true. */
  readonly file: { readonly title: string; readonly explanation: readonly string[] }
  readonly lines: readonly ReceiptLine[]
  /** Numbers that only the payment processor asks for, where the receipt has a short number of ours; else null. */
  readonly processor: { readonly title: string; readonly lines: readonly ReceiptLine[] } | null
  readonly accounts: readonly ReceiptAccount[]
  readonly merchant: ReceiptMerchant
}

/** One line of the accounts-paid table. */
export interface ReceiptAccount {
  readonly accountId: string
  /** The part before the first comma (C§2.8). */
  readonly serviceLocation: string
  readonly amount: string
  readonly receiptNumber: string | null
}

/** What card rules require on a receipt beside the payment itself. */
export interface ReceiptMerchant {
  readonly name: string
  readonly place: string
  readonly website: string
  readonly description: string
  readonly contact: readonly string[]
  /** Null where nothing was charged. */
  readonly refundPolicy: string | null
}
