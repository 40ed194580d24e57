import type { Instant } from '@portal/contract/dates'
import type { Cents } from '@portal/contract/money'
import type { EventDetail, ReversalCause, ReversalState } from '../../../database/tables/payments.ts'
import type { NewLetter } from '../../../foundation/mail/outbox.ts'

/** A charge to be given back, decided together with the outcome of an attempt. */
export interface GiveBack {
  /** The gateway's tag of the charge. */
  tag: string
  authorization: string
  amount: Cents
  /** Our unique reference for the void. */
  reference: string
  cause: ReversalCause
  reason: string
  requestedBy: string
}

/** A void or refund that one worker should send or look up. */
export interface LeasedReversal {
  id: number
  checkoutId: number
  attemptId: number
  tag: string
  authorization: string
  amount: Cents
  kind: 'void' | 'refund'
  reference: string
  cause: ReversalCause
  /** SENT: to be sent now, once. UNKNOWN: to be looked up. */
  state: Extract<ReversalState, 'SENT' | 'UNKNOWN'>
  sentAt: Instant
  tries: number
  misses: number
  epoch: number
  leaseUntil: Instant
}

/** The result of a void or refund. */
export interface ReversalResult {
  id: number
  checkoutId: number
  epoch: number
  at: Instant
  to: ReversalState
  /** For REQUESTED and UNKNOWN: when it is due again. */
  nextTryAt: Instant | null
  isMiss: boolean
  /** For REQUESTED after a proven absence: the reference of the next request. */
  newReference: string | null
  /** For REFUSED: the reference of a refund that replaces the void. With null, nothing more is tried. */
  refundReference: string | null
  detail: EventDetail
  /** For DONE: the letter to the payer if this was the checkout's own charge, or a second one. */
  letter: NewLetter | null
}
