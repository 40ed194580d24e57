import type { SessionKind } from '@portal/contract/call'
import type { Checkout } from '@portal/contract/checkout'

/** What the parts of a result about a bank payment are given. */
export interface AboutBankPayment {
  readonly checkout: Checkout
  /** Which session paid; undefined when that is not known. */
  readonly by: SessionKind | undefined
  readonly onAnswer: (checkout: Checkout) => void
}
