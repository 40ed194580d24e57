import type { Instant } from '@portal/contract/dates'
import type { AccountNumber, CheckoutPublicId } from '@portal/contract/ids'
import type { Cents } from '@portal/contract/money'
import type { PaymentMode } from '@portal/contract/payments'
import type { DraftState } from '../../../database/tables/payments.ts'
import type { StoredCheckout } from '../store.ts'
import type { ConfirmationAddress } from './address-confirmation.ts'

/** The engine's records of payments that are put together call by call; every method is one transaction. */
export interface DraftStore {
  /**
   * Begins a draft. If the session has an open one of the same content, that one is started over: its accounts stay
   * until one is saved, which drops those saved before, so that a client that starts over pays what it chose last.
   */
  saveDraft(draft: NewDraft): Promise<CheckoutPublicId>
  /** Puts an account into an open draft, or changes its amount. */
  saveItem(item: NewItem): Promise<SavedItem>
  /** A draft by its public id, whoever it belongs to; null when there is none, or its card is being charged. */
  readDraft(publicId: CheckoutPublicId): Promise<StoredDraft | null>
  /** The drafts a session has open, at most two. */
  openDrafts(sessionId: number): Promise<StoredDraft[]>
  /** Ends drafts begun before that moment. @returns how many. */
  expireDrafts(begunBefore: Instant, now: Instant, most: number): Promise<number>
}

/** What the stepwise calls ask of the engine's records besides `PaymentStore`. */
export interface StepwiseStore extends DraftStore {
  /** The session's checkout that the gateway gave this transaction tag. */
  findByTag(sessionId: number, transactionTag: string): Promise<StoredCheckout | null>
  /** The session's newest checkout of this content that is no draft. */
  findByContent(sessionId: number, contentHash: string): Promise<StoredCheckout | null>
  /**
   * Lets the payer say, once, where the confirmation of a paid checkout goes, while it has not left.
   * @returns whether a confirmation is on its way or delivered.
   */
  addressConfirmation(address: ConfirmationAddress): Promise<boolean>
}

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
