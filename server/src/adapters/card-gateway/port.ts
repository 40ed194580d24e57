import type { CardBrand, CardDetails } from '@portal/contract/card'
import type { CalendarDate, Instant } from '@portal/contract/dates'
import type { Cents } from '@portal/contract/money'
import type { PaymentMode } from '@portal/contract/payments'

/**
 * The gateways there are, each in a folder of its own beside this file. The name is stored with every attempt and
 * reversal, because only the gateway that took a payment can be asked about it or give it back.
 */
export type GatewayName = 'gge4'

/**
 * A card gateway, as the payment engine sees it. Its methods return what is known, and never throw because of anything
 * that the gateway or the network does. A further gateway is a folder that provides this, a name above, and its line in
 * wire.ts. What is said of its wire stays in the folder: the engine passes references, tags and codes on as it gets
 * them. Nothing that leaves the folder holds a card number, a security code or an expiry date.
 */
export interface CardGateway {
  readonly name: GatewayName
  readonly limits: GatewayLimits
  /** How it gives a charge back, in the order in which the engine tries: the next when one comes too late. */
  readonly reversalKinds: readonly [ReversalKind, ...ReversalKind[]]
  /**
   * A new reference for one charge or reversal: unique forever, and stored by the gateway as it is, so that it can be
   * asked for. At most 40 letters, digits and underscores, no small letters, and nothing like a card number.
   */
  newReference(random: (bytes: number) => Uint8Array): string
  /**
   * Whether this may be the tag of a transaction, when people enter one. Tags are unique among all gateways, and have
   * the form of `tagPattern` in the contract, because receipts are made of them.
   */
  isTag(text: string): boolean
  /**
   * Sends one purchase once: a single request without retries, within `limits.charge`. The engine records `reference`
   * durably first; whoever finds that record later may only inquire.
   */
  charge(request: ChargeRequest): Promise<ChargeResult>
  /** Asks what became of one charge or reversal. Answers within `limits.inquiry`. */
  inquire(inquiry: Inquiry): Promise<InquiryAnswer>
  /**
   * Sends one void or refund of an approved charge once, as `charge` does. The gateway never gives a charge back twice.
   * What became of an `unknown` reversal is inquired by its own reference.
   */
  reverse(request: ReversalRequest): Promise<ReversalResult>
  /**
   * Every transaction of that day in the time zone of the gateway account, the oldest first. Answers within nine
   * minutes.
   */
  report(day: CalendarDate): Promise<ReportResult>
}

/** Milliseconds after which an answer comes no more. The engine's leases and stale intents derive from them. */
export interface GatewayLimits {
  /** For a charge, void or refund. */
  charge: number
  /** For an inquiry. Three in a row, within half a minute, prove that the gateway does not have a charge. */
  inquiry: number
}

/** One purchase. It contains the card, so it is never logged and never stored (P1). */
export interface ChargeRequest {
  /** By `newReference`, unique forever (P2). */
  reference: string
  amount: Cents
  card: CardDetails
  brand: CardBrand
  mode: PaymentMode
  /** Identifies the overall payment, for people who look for it at the gateway. */
  customerReference: string
  /** `SINGLE` or `MULTI-n`, likewise. */
  countTag: string
  /** The payer's address, for the gateway's own fraud rules. */
  clientAddress: string | null
}

/** What a gateway's reply may tell us, copied field by field from a whitelist. The reply itself is never kept. */
export interface GatewayReply {
  /** The gateway's name for the transaction, for which people ask it. */
  tag: string | null
  /** The bank's approval. */
  authorization: string | null
  /** The gateway's number of the transaction within its batch, if it counts them. */
  sequence: string | null
  /** How the gateway itself judged the request, as a code and in words for staff. */
  code: string | null
  message: string | null
  /** How the bank judged it. The payer may read the message, so the adapter leaves out what they must not learn. */
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
  code: null,
  message: null,
  bankCode: null,
  bankMessage: null,
  avs: null,
  cvv2: null,
  record: null,
} as const satisfies GatewayReply

/**
 * What became of a charge.
 * - `charged`: approved, for our reference and exactly our amount.
 * - `declined`: the bank or a gateway filter said no.
 * - `notCharged`: the gateway refused to process the request at all.
 * - `notSent`: no byte of the request left this machine.
 * - `unknown`: anything else. Only `inquire` can settle it.
 */
export type ChargeResult =
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

/** What is known of the charge or reversal that is asked about. */
export interface Inquiry {
  reference: string
  /** Its own tag, if the gateway has told us: for a reversal, not the tag of the charge. */
  tag: string | null
  /** It was made after this, or at most 36 hours before: the clocks of two machines differ. */
  sentAt: Instant
}

/**
 * What the gateway's books have under exactly that reference.
 * - `found`: every transaction there is, the oldest first. One may stand there twice when it changed meanwhile.
 * - `nothing`: the search itself was answered, completely. It proves no absence by itself, because a search may lag.
 * - `unavailable`: proves nothing at all.
 */
export type InquiryAnswer =
  | { outcome: 'found'; transactions: FoundTransaction[] }
  | { outcome: 'nothing' }
  | { outcome: 'unavailable'; reason: string }

/** One transaction in the gateway's books. A void or refund does not say which charge it belongs to. */
export interface FoundTransaction {
  tag: string
  reference: string
  amount: Cents
  kind: 'purchase' | 'refund' | 'void' | 'other'
  status: 'approved' | 'declined' | 'error'
  authorization: string | null
  /** As the gateway prints it, in the time zone of its account, for people to read. The list itself gives the order. */
  at: string
}

/**
 * A `void` takes back a whole charge before its batch is closed, and the payer never sees it. A `refund` gives back all
 * of a charge or a part of it, at any time.
 */
export type ReversalKind = 'void' | 'refund'

/** One void or refund of a charge. */
export interface ReversalRequest {
  kind: ReversalKind
  /** The reversal's own reference, by `newReference`; never the charge's reference. */
  reference: string
  /** The tag and authorization of the charge. */
  tag: string
  authorization: string
  /** In cents. A void has exactly the amount of the charge. */
  amount: Cents
}

/**
 * Why the gateway gives nothing back.
 * - `alreadyReversed`: nothing of the charge is left to give back.
 * - `amountMismatch`: a different amount from the charge's, or more than is left of it.
 * - `tooLate`: not among what can still be given back in this way: try the next kind.
 * - `cannotBeNamed`: never sent, because the charge's tag or authorization is not known.
 * - `other`: the reply's own words say why.
 */
export type ReversalRefusal = 'alreadyReversed' | 'amountMismatch' | 'tooLate' | 'cannotBeNamed' | 'other'

/**
 * What became of a void or refund.
 * - `reversed`: approved, for our reference and exactly our amount.
 * - `refused`: nothing was given back by this request, because the gateway said so or because the charge cannot be named
 *   on the wire. `operatorAlarm`: because the gateway refuses our credentials or has locked us out, and will refuse
 *   everything until somebody acts.
 * - `notSent`: no byte of the request left this machine.
 * - `unknown`: anything else. Only `inquire` with the reversal's own reference can settle it.
 */
export type ReversalResult =
  | { outcome: 'reversed'; reply: GatewayReply & { tag: string } }
  | { outcome: 'refused'; reason: ReversalRefusal; reply: GatewayReply; operatorAlarm: boolean }
  | { outcome: 'notSent'; reason: string }
  | { outcome: 'unknown'; reason: string; reply: GatewayReply | null; operatorAlarm: boolean }

/** One transaction as the gateway's daily report lists it. */
export interface ReportedTransaction extends FoundTransaction {
  /** What the request said of the overall payment; null when there is nothing. */
  customerReference: string | null
}

/** `listed` has the whole day or, while the day lasts, all of it so far. `unavailable` proves nothing at all. */
export type ReportResult =
  | { outcome: 'listed'; transactions: ReportedTransaction[] }
  | { outcome: 'unavailable'; reason: string }
