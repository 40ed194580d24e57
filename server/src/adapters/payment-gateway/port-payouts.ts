import type { CalendarDate } from '@portal/contract/dates'
import type { Cents } from '@portal/contract/money'
import type { PayoutStatus } from '@portal/contract/payouts'

/** Methods never throw because of the gateway or the network. */
export interface GatewayPayouts {
  /** Those that arrive on these days, the first and last included. */
  list(from: CalendarDate, to: CalendarDate): Promise<PayoutsResult>
  /** What is in one whose parts are `listed`, within five minutes. */
  parts(id: string): Promise<PayoutPartsResult>
}

export type PayoutsResult = { outcome: 'listed'; payouts: Payout[] } | { outcome: 'unavailable'; reason: string }

/** One transfer to the bank. */
export interface Payout {
  /** The gateway's, for people who look for it there. */
  id: string
  arrivesOn: CalendarDate
  status: PayoutStatus
  /** Negative when the gateway takes money from the bank. */
  amount: Cents
  /** Why it failed, in the gateway's words. */
  failure: string | null
  /** `later`: the gateway still sorts them. `never`: it lists none for a payout of this kind. */
  parts: 'listed' | 'later' | 'never'
}

export type PayoutPartsResult = { outcome: 'listed'; parts: PayoutPart[] } | { outcome: 'unavailable'; reason: string }

/** What is none of the others is `other`, so amounts less fees add up to the payout. `return`: a bank did not pay a charge. */
export interface PayoutPart {
  kind: 'charge' | 'refund' | 'dispute' | 'return' | 'fee' | 'other'
  /** The gateway's name for the movement. */
  id: string
  /** Of the charge that this is, or that it is about; null when there is none. */
  tag: string | null
  /** Ours; null when the charge or refund was not made by us. */
  reference: string | null
  /** Negative when it lowers the payout, as a refund does; positive when a refund failed and its money came back. */
  amount: Cents
  /** Kept by the gateway. */
  fee: Cents
}
