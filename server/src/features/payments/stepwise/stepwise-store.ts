import type { Instant } from '@portal/contract/dates'
import type { AccountNumber, CheckoutPublicId } from '@portal/contract/ids'
import type { Cents } from '@portal/contract/money'
import type { PaymentMode } from '@portal/contract/payments'
import type { DraftState } from '../../../database/tables/payments.ts'

/** A payment that a client begins to put together. */
export interface NewDraft {
  publicId: CheckoutPublicId
  sessionId: number
  /** The username for which it is recorded (`paidByOf`); null for a guest. */
  paidBy: string | null
  idempotencyKey: string
  contentHash: string
  mode: PaymentMode
  amount: Cents
  at: Instant
}

/** One account of a draft. */
export interface DraftItem {
  accountId: AccountNumber
  amount: Cents
}

/** An account to be put into a draft. */
export interface NewItem extends DraftItem {
  draftId: number
  serviceLocation: string
  /** The most accounts a draft may hold. */
  most: number
}

/** Whether an account was put into a draft. */
export type SavedItem =
  | 'saved'
  /** The draft has expired, or its card is being charged. */
  | 'notOpen'
  /** It holds as many accounts as it may. */
  | 'full'
  /** Its accounts would come to more than its amount. */
  | 'above'

/** A checkout that has no attempt yet, or never got one. */
export interface StoredDraft {
  id: number
  publicId: CheckoutPublicId
  sessionId: number
  idempotencyKey: string
  mode: PaymentMode
  amount: Cents
  state: DraftState
  /** When it was begun, or begun anew. */
  begunAt: Instant
  items: DraftItem[]
}
