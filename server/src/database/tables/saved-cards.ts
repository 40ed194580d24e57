import type { BlockReason } from '@portal/contract/autopay'
import type { BankAccountType, DepositKind } from '@portal/contract/bank-accounts'
import type { CardBrand } from '@portal/contract/card'
import type { Instant } from '@portal/contract/dates'
import type { CardFunding } from '@portal/contract/saved-methods'
import type { Generated, GeneratedAlways } from 'kysely'

/** Migrations 0066 and 0092 explain each table. */
export interface SavedCardTables {
  gateway_customer: {
    id: GeneratedAlways<number>
    web_user_id: number | null
    gateway: string
    is_live: boolean
    customer: string
    made_at: Instant
  }
  saved_card: {
    id: GeneratedAlways<number>
    gateway_customer_id: number
    method: string
    setup: string
    /** Null for a bank account, as expiry and funding. */
    brand: CardBrand | null
    bank_name: Generated<string | null>
    bank_account_type: Generated<BankAccountType | null>
    last_four: string
    /** `YYYY-MM` */
    expires: string | null
    funding: CardFunding | null
    wallet: string | null
    mandate: Generated<string | null>
    blocked_for: Generated<BlockReason | null>
    fingerprint: string
    card_holder: string
    name: Generated<string>
    is_default: Generated<boolean>
    added_at: Instant
    added_by: string
    changed_by_bank_at: Generated<Instant | null>
    removed_at: Generated<Instant | null>
    removed_by: Generated<string | null>
    next_read_at: Generated<Instant | null>
    expiry_mailed: Generated<string | null>
  }
  card_saving: {
    id: GeneratedAlways<number>
    gateway_customer_id: number
    setup: Generated<string | null>
    attempt_id: Generated<number | null>
    name: Generated<string>
    saved_by: string
    begun_at: Instant
    next_try_at: Instant | null
    tries: Generated<number>
    lease_until: Generated<Instant | null>
    epoch: Generated<number>
    ended_at: Generated<Instant | null>
    saved_card_id: Generated<number | null>
    bank_name: Generated<string | null>
    bank_account_type: Generated<BankAccountType | null>
    last_four: Generated<string | null>
    deposits_arrive_at: Generated<Instant | null>
    deposit_kind: Generated<DepositKind | null>
  }
  card_detachment: {
    method: string
    gateway_customer_id: number
    asked_at: Instant
    next_try_at: Instant | null
    tries: Generated<number>
    lease_until: Generated<Instant | null>
    epoch: Generated<number>
    last_error: Generated<string | null>
    detached_at: Generated<Instant | null>
  }
}
