import type { BankCredit } from '@portal/contract/bank-accounts'
import type { CardBrand, SourceCode } from '@portal/contract/card'
import type { Instant } from '@portal/contract/dates'
import type { ServiceFee } from '@portal/contract/fees'
import type { AccountNumber, CheckoutPublicId } from '@portal/contract/ids'
import type { Cents } from '@portal/contract/money'
import type { PaymentMode } from '@portal/contract/payments'
import type { BankAccountFacts } from '../../adapters/payment-gateway/port-bank-accounts.ts'
import type { GatewayName } from '../../adapters/payment-gateway/port.ts'
import type { Actor, AuditOrigin } from '../../foundation/audit.ts'
import type { CheckedAnswer } from '../../foundation/human-check.ts'
import type { PlannedOf } from '../planned/charge.ts'
import type { Authorization } from '../records/accepted-words.ts'
import type { ChargedMethod, KeptFor } from '../saved-methods/methods.ts'

/** What is recorded before a charge. */
export interface Intent {
  sessionId: number
  /** A username (`paidByOf`); null for a guest. */
  paidBy: string | null
  idempotencyKey: string
  contentHash: string
  publicId: CheckoutPublicId
  mode: PaymentMode
  sourceCode: SourceCode
  /** Of the bills. */
  amount: Cents
  /** Charged on top, and the rule that it follows. */
  fee?: { amount: Cents; rule: ServiceFee } | null
  confirmationEmail: string | null
  items: IntendedItem[]
  gateway: GatewayName
  reference: string
  /** Null for a bank account. */
  brand: CardBrand | null
  /** With the policy of the day. */
  bank?: Pick<BankAccountFacts, 'bankName' | 'accountType' | 'fingerprint'> & { credit: BankCredit }
  /** Of a payer who is present: the account is debited on the strength of it. */
  authorization?: Authorization
  lastFour: string
  cardHolder: string
  /** The saved card that is charged: nothing begins if it was removed or replaced meanwhile. */
  savedMethod?: ChargedMethod
  /** Who saves the typed card with the payment. */
  saveFor?: KeptFor & { savedBy: string }
  humanCheck: CheckedAnswer
  turn: number
  /** Written into the audit log with the intent. */
  clerk?: Clerk | null
  /** Without a draft, a checkout is made. */
  draft?: { id: number }
  at: Instant
  /** When the attempt counts as stale if it has no outcome by then. */
  staleAt: Instant
}

export interface IntendedItem {
  accountId: AccountNumber
  amount: Cents
  serviceLocation: string
  /** The newest that the payer may know (`newestPaid` of PortalPayments); nothing begins if there is a newer one. */
  newestPaid: number
}

/** An administrator who takes a payment for a caller, as the audit log is to name them. */
export interface Clerk {
  actor: Actor
  origin: AuditOrigin
}

/** A charge that nobody is present for. It has no session, and its key is the planned charge that a worker leased. */
export interface PlannedIntent extends Omit<
  Intent,
  | 'sessionId'
  | 'idempotencyKey'
  | 'contentHash'
  | 'humanCheck'
  | 'turn'
  | 'clerk'
  | 'draft'
  | 'savedMethod'
  | 'saveFor'
  | 'authorization'
> {
  planned: {
    id: number
    epoch: number
    of: Pick<PlannedOf, 'kind' | 'id'>
    savedCardId: number
    /** The gateway's name of the card that is about to be charged: the row may have a newer one by now. */
    method: string
  }
  /** How many planned charges may be sent in an hour. */
  mostPerHour: number
}
