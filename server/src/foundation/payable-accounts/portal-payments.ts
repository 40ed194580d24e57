import type { Instant } from '@portal/contract/dates'
import type { AccountNumber, ReceiptNumber } from '@portal/contract/ids'
import type { Cents } from '@portal/contract/money'

/** What the portal's own payments say about an account, beside what the billing system knows. */
export interface PortalPayments {
  /** A card payment is still being confirmed: the account must not be paid again yet (R19). */
  isBeingPaid: boolean
  /** Charged, and perhaps not recorded by the billing system yet, or refused by it; usually none. */
  unposted: UnpostedPayment[]
  /** Paid this calendar month with the cards that have a monthly cap (C§5). */
  alreadyPaid: { Visa: Cents; Discover: Cents }
  /** Rises with every payment of the account that was made, and names the newest; 0 when there is none. */
  newestPaid: number
}

/** One account's part of a charge. */
export interface UnpostedPayment {
  receipt: ReceiptNumber
  amount: Cents
  chargedAt: Instant
}

/**
 * Reads them for many accounts at once. The payments feature provides it, and `app.ts` hands it to the features that
 * show accounts.
 */
export type ReadPortalPayments = (
  accounts: readonly AccountNumber[],
) => Promise<ReadonlyMap<AccountNumber, PortalPayments>>
