import type { CardBrand, CardDetails, CardToken } from '@portal/contract/card'
import type { CalendarDate, Instant } from '@portal/contract/dates'
import type { Cents } from '@portal/contract/money'
import type { PaymentMode } from '@portal/contract/payments'
import type { UtilityProfile } from '@portal/contract/utility'
import type { Checked } from '../checked.ts'
import type { BankAccountFacts, BankAccounts, BankReturn, BankToken, SmallDeposits } from './port-bank-accounts.ts'
import type { DeclineReason, SecondTry } from './port-declines.ts'
import type { GatewayEvents } from './port-events.ts'
import type { GatewayPayouts } from './port-payouts.ts'
import type { ChargeRecord, PaidAccount } from './port-records.ts'
import type { MethodKeeper, SavedMethodToCharge } from './port-saved-methods.ts'

/** A folder each. Stored with attempts and reversals: only the gateway that took a payment knows of it. */
export type GatewayName = 'gge4' | 'stripe'

/** Methods never throw because of the gateway or the network. Nothing returned holds a card number, code or expiry. */
export interface PaymentGateway {
  readonly name: GatewayName
  readonly limits: GatewayLimits
  /** In the order in which the engine tries: the next when one comes too late. */
  readonly reversalKinds: readonly [ReversalKind, ...ReversalKind[]]
  /** Unique forever: at most 40 capitals, digits and underscores, and nothing like a card number. */
  newReference(random: (bytes: number) => Uint8Array): string
  /** For tags that people enter. Unique among all gateways, in the form of `tagPattern`: receipts are made of them. */
  isTag(text: string): boolean
  /** Whether people can read a tag out on the phone. Where they can't, receipts have a short number of ours instead. */
  readonly hasReadableTags: boolean
  /** Where the card is typed into the gateway's own frame. Without it, we take the number. */
  readonly frame?: PageFrame
  /** What a token of the frame stands for. */
  readToken?(token: string): Promise<TokenRead>
  /** Where the gateway keeps cards that customers save. */
  readonly savedMethods?: MethodKeeper
  /** Where people can pay from a bank account. */
  readonly bankAccounts?: BankAccounts
  /** Once, without retries, within `limits.charge`. `reference` is recorded before: whoever finds it only inquires. */
  charge(request: ChargeRequest): Promise<ChargeResult>
  /** What became of one charge or reversal, within `limits.inquiry`. */
  inquire(inquiry: Inquiry): Promise<InquiryAnswer>
  /** Once, as `charge` does; never gives a charge back twice. Inquire about an `unknown` one by its own reference. */
  reverse(request: ReversalRequest): Promise<ReversalResult>
  /** Of that day in the account's time zone, the oldest first, within nine minutes. */
  report(day: CalendarDate): Promise<ReportResult>
  /** Tries what taking payments here needs, without charging (`portal check`). */
  check(place: PlaceOfPayment): Promise<Checked[]>
  /** What a bank code of this gateway's replies means. */
  declineReason(bankCode: string | null): DeclineReason
  /** What its codes and those of the card networks allow after a decline. */
  secondTry(evidence: BankEvidence): SecondTry
  /** Where the gateway says what of the charges it pays to the bank, and what it keeps. */
  readonly payouts?: GatewayPayouts
  /** Where the gateway tells by itself what happened after a charge. */
  readonly events?: GatewayEvents
}

/** Milliseconds after which an answer comes no more. The engine's leases and stale intents derive from them. */
export interface GatewayLimits {
  charge: number
  /** Three in a row, within half a minute, prove that the gateway does not have a charge. */
  inquiry: number
}

/** It may contain a card, so it is never logged and never stored (P1). */
export interface ChargeRequest {
  /** By `newReference`, unique forever (P2). */
  reference: string
  /** With the fee. */
  amount: Cents
  /** The part of it that no account gets, none where left out; kept with the charge as far as the gateway has room. */
  fee?: Cents
  tender: CardDetails | CardToken | SavedMethodToCharge | BankToken
  /** The gateway's customer for whom the card is saved, if the charge succeeds. Only with a `CardToken`. */
  saveFor?: string
  /** Null for a bank account. */
  brand: CardBrand | null
  /**
   * For a gateway that names a charge before it makes it: records the tag, so that the charge can be read by it. It is
   * not made when this is false or fails: others may have given the attempt up.
   */
  named(tag: string): Promise<boolean>
  mode: PaymentMode
  /** Identifies the overall payment, for people who look for it at the gateway. */
  customerReference: string
  /** `SINGLE` or `MULTI-n`, likewise. */
  countTag: string
  /** In the order of their receipts. Kept with the charge as far as the gateway has room for them. */
  accounts: readonly PaidAccount[]
  /** Of its receipts, where it has one of ours; likewise. */
  shortNumber: string | null
  /** For the gateway's own fraud rules. */
  clientAddress: string | null
  /** Of a bank account whose holder is present: how they accepted the debit. */
  accepted?: { at: Instant; from: string; browser: string }
}

/** `used`: also expired. `otherMode`: a test card at a live gateway, or the reverse. `brand`: not one of ours. */
export type TokenRead =
  | { outcome: 'read'; brand: CardBrand; lastFour: string }
  | ({ outcome: 'readAccount' } & BankAccountFacts)
  | { outcome: 'refused'; reason: 'unknown' | 'used' | 'otherMode' | 'brand' }
  | { outcome: 'unavailable'; reason: string }

/** Copied field by field from a whitelist. The gateway's reply itself is never kept. */
export interface GatewayReply {
  /** The gateway's name for the transaction, for which people ask it. */
  tag: string | null
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
  /** As the gateway prints it, with card numbers and security codes scrubbed. */
  record: string | null
  evidence?: BankEvidence
}

/** What bank and network said, unchanged, for whoever decides on another try. Payers and staff never read it. */
export interface BankEvidence {
  declineCode: string | null
  adviceCode: string | null
  networkDeclineCode: string | null
  networkAdviceCode: string | null
  networkTransactionId: string | null
}

export const noEvidence: BankEvidence = {
  declineCode: null,
  adviceCode: null,
  networkDeclineCode: null,
  networkAdviceCode: null,
  networkTransactionId: null,
}

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

/** `notCharged`: not processed. `notSent`: no byte left this machine. `unknown`: only `inquire` can settle it. */
export type ChargeResult =
  | { outcome: 'charged'; reply: GatewayReply & { tag: string } }
  | { outcome: 'declined'; reply: GatewayReply }
  /** Of a bank account: small deposits were sent, and nothing is debited before the holder has said what they were. */
  | { outcome: 'verifying'; reply: GatewayReply & { tag: string }; deposits: SmallDeposits }
  /** Of a bank account: the bank answers in days. */
  | { outcome: 'processing'; reply: GatewayReply & { tag: string } }
  /** `operatorAlarm`: credentials are refused or the gateway has locked us out; somebody has to act. */
  | { outcome: 'notCharged'; reply: GatewayReply; operatorAlarm: boolean }
  | { outcome: 'notSent'; reason: string }
  /** `operatorAlarm`: maybe another amount or currency, a part, or no log-on to the processor. */
  | { outcome: 'unknown'; reason: string; reply: GatewayReply | null; operatorAlarm: boolean }

export interface Inquiry {
  subject: 'charge' | 'reversal'
  reference: string
  /** Its own tag, if the gateway has told us: for a reversal, not the tag of the charge. */
  tag: string | null
  /** It was made after this, or at most 36 hours before: the clocks of two machines differ. */
  sentAt: Instant
  /** The payer takes another card: what they have not confirmed with the bank is canceled before the answer. */
  isGivenUp?: boolean
}

/**
 * `found`: oldest first, maybe with repeats; `isFinal` when the gateway takes no charge back by itself anymore.
 * `nothing` proves no absence by itself unless `isProof`; `unavailable` proves nothing at all. `awaitsPayer`: the payer
 * confirms the charge with the bank, by a secret that only their page may have. `verifying`, `processing`: as for charges.
 */
export type InquiryAnswer =
  | { outcome: 'found'; transactions: FoundTransaction[]; isFinal?: true }
  | { outcome: 'nothing'; isProof?: true }
  | { outcome: 'awaitsPayer'; secret: string }
  | { outcome: 'verifying'; tag: string; deposits: SmallDeposits }
  | { outcome: 'processing'; tag: string }
  | { outcome: 'unavailable'; reason: string }

/** A void or refund does not say which charge it belongs to. */
export interface FoundTransaction {
  tag: string
  reference: string
  amount: Cents
  kind: 'purchase' | 'refund' | 'void' | 'other'
  /** `returned`: by the bank of the account, before it was paid. `pending`: the bank has not answered yet, also of a refund. */
  status: 'approved' | 'declined' | 'error' | 'returned' | 'pending'
  /** Why it was returned. */
  bankReturn?: BankReturn
  authorization: string | null
  /** As the gateway prints it, in the time zone of its account, for people to read. The list itself gives the order. */
  at: string
  evidence?: BankEvidence
  /** Of a charge in a report, as far as it says all of this. */
  record?: ChargeRecord
}

/** A `void` is for a whole charge until its batch closes; the payer never sees it. A `refund` may be partial. */
export type ReversalKind = 'void' | 'refund'

export interface ReversalRequest {
  kind: ReversalKind
  /** By `newReference`; never the charge's reference. */
  reference: string
  /** Of the charge. */
  tag: string
  authorization: string
  /** A void has exactly the amount of the charge. */
  amount: Cents
}

/** `tooLate`: try the next kind. `cannotBeNamed`: not sent, as the charge's tag or authorization is not known. */
export type ReversalRefusal = 'alreadyReversed' | 'amountMismatch' | 'tooLate' | 'cannotBeNamed' | 'other'

/** `refused`: nothing was given back. `unknown`: only `inquire` with the reversal's own reference can settle it. */
export type ReversalResult =
  | { outcome: 'reversed'; reply: GatewayReply & { tag: string } }
  | { outcome: 'refused'; reason: ReversalRefusal; reply: GatewayReply; operatorAlarm: boolean }
  | { outcome: 'notSent'; reason: string }
  | { outcome: 'unknown'; reason: string; reply: GatewayReply | null; operatorAlarm: boolean }

export interface ReportedTransaction extends FoundTransaction {
  /** What the request said of the overall payment; null when there is nothing. */
  customerReference: string | null
}

/** `listed` has the whole day or, while the day lasts, all of it so far. `unavailable` proves nothing at all. */
export type ReportResult =
  | { outcome: 'listed'; transactions: ReportedTransaction[] }
  | { outcome: 'unavailable'; reason: string }

export interface PlaceOfPayment {
  /** Host names of the pages that take cards. */
  hosts: readonly string[]
  /** Where the gateway tells by itself what happened. */
  eventsUrl: string
  /** Today in the account's time zone. */
  today: CalendarDate
  /** Whether the utility wants to debit bank accounts. */
  takesBankAccounts: boolean
}

/** Of a gateway into whose own frame the payer types the card, which never comes to us. */
export interface PageFrame {
  /** What its browser half needs (web/src/payment/card/frame); everybody may read it. */
  start: Readonly<Record<string, string>>
  /** Origins that pages with the frame may use. */
  hosts: Record<'scripts' | 'frames' | 'calls', readonly string[]>
}

/** How bank accounts pay here; null where the profile does not want them or the gateway can't debit them. */
export function bankPaymentsOf(
  { bankPayments }: UtilityProfile,
  { bankAccounts }: Pick<PaymentGateway, 'bankAccounts'>,
) {
  return bankAccounts ? bankPayments : null
}
