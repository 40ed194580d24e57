import type { CardBrand, CardDetails } from '@portal/contract/card'
import type { CalendarDate, Instant } from '@portal/contract/dates'
import type { Cents } from '@portal/contract/money'
import type { PaymentMode } from '@portal/contract/payments'

/**
 * The card gateway, as the payment engine sees it. Every method returns what is known, and never throws because of
 * anything that the gateway or the network does.
 */
export interface CardGateway {
  /**
   * Sends one purchase once: a single POST without retries, within `Gge4Timeouts.charge`. It is not idempotent. The
   * caller records `reference` durably first; whoever finds that record later may only call `find`.
   */
  charge(request: ChargeRequest): Promise<ChargeVerdict>
  /**
   * Looks for the transactions with exactly this reference, made between 36 hours before this instant and now. Answers
   * within `Gge4Timeouts.search`.
   */
  find(reference: string, sentAt: Instant): Promise<FindResult>
  /**
   * Gives money back: sends one void or refund of an approved charge once, as `charge` does. It is not idempotent, but
   * the gateway never gives a charge back twice. An `unknown` reversal is found by its own reference.
   */
  reverse(request: ReverseRequest): Promise<ReverseVerdict>
  /**
   * Every transaction of that day in the time zone of the gateway account, in no particular order. Answers within nine
   * minutes.
   */
  report(day: CalendarDate): Promise<ReportResult>
}

/** One purchase. It contains the card, so it is never logged and never stored (P1). */
export interface ChargeRequest {
  /** `G` and 16 characters of Crockford base 32, unique forever (P2). */
  reference: string
  amount: Cents
  card: CardDetails
  brand: CardBrand
  mode: PaymentMode
  /** Identifies the overall payment: wire `Customer_Ref`, at most 20 characters. */
  customerReference: string
  /** `SINGLE` or `MULTI-n`: wire `Reference_3`. */
  countTag: string
  /** The payer's address, for the gateway's own fraud rules. */
  clientAddress: string | null
}

/** What a gateway reply may tell us, copied field by field from a whitelist. The reply itself is never kept. */
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

/** An empty reply, for when nothing is known. */
export const emptyReply = {
  tag: null,
  authorization: null,
  sequence: null,
  exactCode: null,
  exactMessage: null,
  bankCode: null,
  bankMessage: null,
  avs: null,
  cvv2: null,
  record: null,
} as const satisfies GatewayReply

/**
 * The five verdicts (tools/gateway-simulator/README.md).
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
   * `operatorAlarm`: the gateway may hold a charge of another amount or currency, or a partial one, or it cannot log on
   * to its processor for us.
   */
  | { outcome: 'unknown'; reason: string; reply: GatewayReply | null; operatorAlarm: boolean }

/** One void or refund of a charge. */
export interface ReverseRequest {
  /**
   * A `void` takes back a whole charge before its batch is closed, and the payer never sees it. A `refund` gives back
   * all of a charge or a part of it, at any time.
   */
  kind: 'void' | 'refund'
  /** The reversal's own reference, formed like a charge's and unique forever; never the charge's reference. */
  reference: string
  /** Transaction_Tag and Authorization_Num of the charge. */
  tag: string
  authorization: string
  /** In cents. A void has exactly the amount of the charge. */
  amount: Cents
}

/**
 * Why the gateway gives nothing back.
 * - `alreadyReversed`: nothing of the charge is left to give back (bank code 305).
 * - `amountMismatch`: a different amount from the charge's, or more than is left of it (306).
 * - `tooLate`: not found among what can still be voided; for a void, the batch is closed: refund the charge (307).
 * - `cannotBeNamed`: never sent, because the charge's tag or authorization is not known.
 * - `other`: the reply's own words say why.
 */
export type ReverseRefusal = 'alreadyReversed' | 'amountMismatch' | 'tooLate' | 'cannotBeNamed' | 'other'

/**
 * What became of a void or refund.
 * - `reversed`: approved, for our reference and exactly our amount.
 * - `refused`: nothing was given back by this request, because the gateway said so or because the charge cannot be named
 *   on the wire. `operatorAlarm`: because the gateway refuses our credentials or has locked us out, and will refuse
 *   everything until somebody acts.
 * - `notSent`: no byte of the request left this machine.
 * - `unknown`: anything else. Only `find` with the reversal's own reference can settle it.
 */
export type ReverseVerdict =
  | { outcome: 'reversed'; reply: GatewayReply & { tag: string } }
  | { outcome: 'refused'; reason: ReverseRefusal; reply: GatewayReply; operatorAlarm: boolean }
  | { outcome: 'notSent'; reason: string }
  | { outcome: 'unknown'; reason: string; reply: GatewayReply | null; operatorAlarm: boolean }

/** One transaction as the gateway's search lists it. A void or refund does not say which charge it belongs to. */
export interface FoundTransaction {
  tag: string
  reference: string
  amount: Cents
  kind: 'purchase' | 'refund' | 'void' | 'other'
  status: 'approved' | 'declined' | 'error'
  authorization: string | null
  /** As the gateway prints it, in the time zone of its account, for people to read. Tags give the order. */
  at: string
}

/** `unavailable` proves nothing at all. */
export type FindResult =
  | { outcome: 'found'; transactions: FoundTransaction[] }
  | { outcome: 'nothing' }
  | { outcome: 'unavailable'; reason: string }

/** One transaction as the gateway's daily report lists it. */
export interface ReportedTransaction extends FoundTransaction {
  /** Wire `Customer_Ref`; null when there is none. */
  customerReference: string | null
}

/** `listed` has the whole day or, while the day lasts, all of it so far. `unavailable` proves nothing at all. */
export type ReportResult =
  | { outcome: 'listed'; transactions: ReportedTransaction[] }
  | { outcome: 'unavailable'; reason: string }
