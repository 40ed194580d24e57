import type { Instant } from '@portal/contract/dates'
import type { AccountNumber, ReceiptNumber } from '@portal/contract/ids'
import type { Cents } from '@portal/contract/money'

/** What the portal's own payments add to what the billing system knows about an account. */
export interface PortalPayments {
  /** A card payment is still being confirmed, so the account must not be paid again yet (R19). */
  isBeingPaid: boolean
  /** Payments that were charged but that the billing system may not have recorded yet, or has refused; usually none. */
  unposted: UnpostedPayment[]
  /** Paid this calendar month with the cards that have a monthly cap (C§5). */
  alreadyPaid: { Visa: Cents; Discover: Cents }
  /** Identifies the newest payment of the account, and rises with each; 0 when there is none. */
  newestPaid: number
}

/** One account's part of a charge. */
export interface UnpostedPayment {
  receipt: ReceiptNumber
  amount: Cents
  chargedAt: Instant
}

/**
 * Reads them for many accounts at once. The payments feature provides this function, and `app.ts` passes it to the
 * features that show accounts.
 */
export type ReadPortalPayments = (
  accounts: readonly AccountNumber[],
) => Promise<ReadonlyMap<AccountNumber, PortalPayments>>
