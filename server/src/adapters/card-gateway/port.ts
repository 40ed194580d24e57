import type { CardBrand, CardDetails } from '@portal/contract/card'
import type { Instant } from '@portal/contract/dates'
import type { Cents } from '@portal/contract/money'
import type { PaymentMode } from '@portal/contract/payments'

/**
 * The card gateway, as the payment engine sees it. Every method returns what is known and never throws for
 * anything the gateway or the network does.
 */
export interface CardGateway {
  /**
   * Sends one purchase, once: one POST, no retries, at most 65 seconds. Not idempotent; the caller has recorded
   * `reference` durably before, and whoever finds that record later may only `find` it.
   */
  charge(request: ChargeRequest, signal?: AbortSignal): Promise<ChargeVerdict>
  /** Looks for the transactions that carry exactly this reference, sent around this instant (± 36 hours). */
  find(reference: string, sentAt: Instant): Promise<FindResult>
}

export interface ChargeRequest {
  /** `G` and 16 characters of Crockford base 32, unique for ever (research: payments §3.2). */
  reference: string
  amount: Cents
  card: CardDetails
  brand: CardBrand
  mode: PaymentMode
  /** Names the overall payment: wire `Customer_Ref`, at most 20 characters. */
  customerReference: string
  /** `SINGLE` or `MULTI-n`: wire `Reference_3`. */
  countTag: string
  /** The payer's address, for the gateway's own fraud rules. */
  clientAddress: string | null
}

/** What a gateway reply may tell us: copied field by field from a whitelist, never the reply itself. */
export interface GatewayReply {
  /** Transaction_Tag: at most ten digits. */
  tag: string | null
  authorization: string | null
  sequence: string | null
  exactCode: string | null
  exactMessage: string | null
  bankCode: string | null
  bankMessage: string | null
  avs: string | null
  cvv2: string | null
  /** The gateway's printed record of the transaction, with card numbers and security codes scrubbed. */
  record: string | null
}

/**
 * The five verdicts (research: payments §1.8).
 * - `charged`: approved, for our reference and exactly our amount.
 * - `declined`: the bank or a gateway filter said no.
 * - `notCharged`: the gateway refused to process the request at all.
 * - `notSent`: no byte of the request left this machine.
 * - `unknown`: anything else. Only `find` can settle it.
 */
export type ChargeVerdict =
  | { outcome: 'charged'; reply: GatewayReply & { tag: string } }
  | { outcome: 'declined'; reply: GatewayReply }
  /** `operatorAlarm`: credentials are refused or the gateway has locked us out; somebody has to act. */
  | { outcome: 'notCharged'; reply: GatewayReply; operatorAlarm: boolean }
  | { outcome: 'notSent'; reason: string }
  /**
   * `operatorAlarm`: a charge of another amount, another currency or a part may stand at the gateway, or the
   * gateway cannot log on to its processor for us.
   */
  | { outcome: 'unknown'; reason: string; reply: GatewayReply | null; operatorAlarm: boolean }

/** One transaction as the gateway's search lists it. */
export interface FoundTransaction {
  tag: string
  reference: string
  amount: Cents
  kind: 'purchase' | 'refund' | 'void' | 'other'
  status: 'approved' | 'declined' | 'error'
  authorization: string | null
  /** As the gateway prints it, in the time zone of its account: for people to read. Tags give the order. */
  at: string
}

/** `unavailable` proves nothing at all. */
export type FindResult =
  | { outcome: 'found'; transactions: FoundTransaction[] }
  | { outcome: 'nothing' }
  | { outcome: 'unavailable'; reason: string }
