import type { CardBrand } from '@portal/contract/card'
import type { Instant } from '@portal/contract/dates'
import type { AccountNumber } from '@portal/contract/ids'
import type { Cents } from '@portal/contract/money'
import type { PaymentMode } from '@portal/contract/payments'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

/** That only the gateway has, as after a restore. */
export interface FoundCharge {
  gateway: string
  tag: string
  reference: string
  amount: Cents
  /** Not in requests from before there were fees. */
  fee?: Cents
  chargedAt: Instant
  /** When the gateway was seen to have it. */
  listedAt: Instant
  /** In the order of their receipts. */
  accounts: readonly { accountId: AccountNumber; amount: Cents; serviceLocation: string }[]
  shortNumber: string | null
  mode: PaymentMode
  brand: CardBrand
  lastFour: string
  cardHolder: string
}

/** What people ask for, agree to and state about payments. */
export interface ManualActionTables {
  /** A second person has to agree to a refund or a resolution (migrations 0021, 0039). */
  approval_request: {
    id: GeneratedAlways<number>
    /** Null until a charge that only the gateway has is recorded (migration 0081). */
    checkout_id: number | null
    amount_cents: Cents
    reason: string
    requested_by: number
    requested_by_name: string
    requested_at: Instant
    state: Generated<'ASKED' | 'APPROVED' | 'REJECTED'>
    decided_by: number | null
    decided_by_name: string | null
    decided_at: Instant | null
    note: string | null
    /** Refunded in the gateway's console after this reversal was refused: recorded, not sent. */
    refused_reversal_id: Generated<number | null>
    /** How the payment is to be resolved, with the gateway's numbers if it was charged. */
    finding: Generated<'charged' | 'notCharged' | null>
    transaction_tag: Generated<string | null>
    authorization_number: Generated<string | null>
    /** Why the gateway could not say what became of the payment. */
    gateway_said: Generated<string | null>
    /** To undo a resolution; then the finding is that nothing was charged (migration 0069). */
    undoes: Generated<boolean>
    /** To be recorded as a payment. */
    charge: ColumnType<FoundCharge | null, string | undefined, never>
  }
  /** Resolved as charged while the gateway could not say (migration 0069). */
  hand_resolution: {
    checkout_id: number
    gateway: string
    tag: string
    tag_before: string | null
    next_check_at: Instant | null
    checks: Generated<number>
    lease_until: Instant | null
    epoch: Generated<number>
    doubt: string | null
    undone_at: Instant | null
  }
}
