import type { CardBrand } from '@portal/contract/card'
import type { Instant } from '@portal/contract/dates'
import type { AccountNumber } from '@portal/contract/ids'
import type { Cents } from '@portal/contract/money'
import type { PaymentMode } from '@portal/contract/payments'

export interface PaidAccount {
  accountId: AccountNumber
  amount: Cents
}

/** What the gateway has of a charge, so that the payment can be recorded again when only the gateway has it. */
export interface ChargeRecord {
  chargedAt: Instant
  /** Null where the gateway was not told, or had no room. */
  accounts: readonly PaidAccount[] | null
  /** Charged on top of what the accounts get. */
  fee: Cents
  shortNumber: string | null
  mode: PaymentMode
  /** Null for a bank account. */
  brand: CardBrand | null
  lastFour: string
  cardHolder: string
}
