import { CardDetails, type CardToken } from '@portal/contract/card'
import { cents, type Cents } from '@portal/contract/money'
import type { BankToken } from '@portal/server/adapters/payment-gateway/port-bank-accounts.ts'
import {
  type PaymentGateway,
  emptyReply,
  type ChargeResult,
  type FoundTransaction,
  type ReversalRefusal,
  type ReversalRequest,
  type ReversalResult,
} from '@portal/server/adapters/payment-gateway/port.ts'
import type { DisputeState } from '@portal/server/database/tables/payments.ts'
import type { SimulatedProcess } from '../scheduler.ts'
import type { Receiver } from './stripe-later.ts'

/** A payment gateway of a simulated world. It is outside every process and forgets nothing. */
export interface GatewayOfWorld {
  readonly rows: GatewayRow[]
  /** How many charges arrived per reference: more than one is a broken promise. */
  readonly posts: ReadonlyMap<string, number>
  /** The same for voids and refunds. */
  readonly reversalPosts: ReadonlyMap<string, number>
  /** As a process sees it. */
  for(process: SimulatedProcess): PaymentGateway
  /** What a payer types, or what the gateway's frame makes of it. */
  typedCard(): Promise<CardDetails | CardToken>
  /** The same of a bank account, where the gateway debits them. */
  typedBank?(lastFour: string): Promise<BankToken>
  /** A tag of no charge. */
  inventedTag(checkoutId: number): string
  /** Finance gives a charge back in the gateway's console, so that nothing is left. False when it refuses. */
  giveBackInConsole(tag: string): Promise<boolean>
  /** A customer of the gateway saves two cards and a bank account. */
  saveMethods?(): Promise<SavedMethods>
  /** The holder of a saved bank account ends its mandate at the bank. */
  revoke?(mandate: string): Promise<void>
  /** A payment whose small deposits were canceled before the payer had ten days for them. */
  readonly givenUpEarly?: string | null
  /** What the gateway may still do with each payment that was asked of it, where it debits bank accounts. */
  readonly intents?: readonly IntentRow[]
  /** What the banks say later, where the gateway tells of it. */
  readonly disputes?: readonly DisputeRow[]
  /** The refunds and disputes of charges that are none of ours. */
  readonly elsewhere?: readonly string[]
  /** How many events about refunds and disputes there are: in the end, each is known. */
  readonly toldLater?: number
  /** Until when its search fails, for days; in milliseconds since 1970. */
  readonly awayUntil?: number
  /** When a machine slept that was talking to it, in milliseconds since 1970. */
  readonly asleep?: readonly { from: number; until: number }[]
  /** Who takes what the gateway tells by itself. */
  tellTo?(receiver: Receiver): void
}

export interface SavedMethods {
  customer: string
  methods: string[]
  bank: { method: string; mandate: string; lastFour: string }
}

export interface IntentRow {
  tag: string
  reference: string
  /** In Stripe's words; `unused` before it was confirmed. */
  status: string
}

export interface DisputeRow {
  tag: string
  chargeTag: string
  /** Null for a warning. */
  amount: Cents | null
  state: DisputeState
}

export const aCard = CardDetails.parse({
  cardHolderName: 'A Payer',
  cardNumber: '4111111111111111',
  validExpDate: '1230',
  cvv: '123',
  billingZipCode: '96913',
})

/** A row of the gateway's books, which say truly what was charged. */
export interface GatewayRow {
  tag: string
  reference: string
  amount: Cents
  status: 'approved' | 'declined'
  authorization: string | null
  isReversed: boolean
  /**
   * A charge that nobody can know of when the payer is told that nothing was charged. Its request left a process that
   * had stood still for too long, or the gateway itself had said that it was declined.
   */
  isSurprise: boolean
  listedAt: number
  /** It was given back in the gateway's console, or the bank took it, and the portal may not know that yet. */
  isGoneUntold?: boolean
}

/** The charges for a reference that stand: approved and not given back. */
export function liveCharges(rows: GatewayRow[], reference: string): GatewayRow[] {
  return rows.filter((row) => row.reference === reference && row.status === 'approved' && !row.isReversed)
}

type Charge = Pick<FoundTransaction, 'tag' | 'reference' | 'amount' | 'authorization'> & {
  status: 'approved' | 'declined'
}

export function otherwise(transaction: FoundTransaction): FoundTransaction {
  return { ...transaction, status: transaction.status === 'approved' ? 'declined' : 'approved' }
}

export function listed({ tag, reference, amount, status, authorization }: Charge): FoundTransaction {
  return { tag, reference, amount, status, kind: 'purchase', authorization, at: '' }
}

export function verdictOf({ tag, status }: Pick<Charge, 'tag' | 'status'>): ChargeResult {
  const reply = {
    ...emptyReply,
    tag,
    authorization: status === 'approved' ? authorizationOfAll : null,
    code: '00',
  }
  return status === 'approved' ? { outcome: 'charged', reply } : { outcome: 'declined', reply }
}

export interface GatewayReversal {
  tag: string
  reference: string
  of: string
  kind: 'void' | 'refund'
  amount: Cents
  status: 'approved' | 'declined'
  /** When it was processed, and from when the search lists it; milliseconds since 1970. */
  at: number
  listedAt: number
}

export const authorizationOfAll = 'ET1'

export interface ReversibleCharge {
  amount: Cents
  status: 'approved' | 'declined'
  givenBack: Cents
  isBatchOpen: boolean
}

/** The rules of tools/gateway-simulator/README.md. */
export function refusalOf(charge: ReversibleCharge | null, request: ReversalRequest): ReversalRefusal | null {
  if (!charge || charge.status !== 'approved' || request.authorization !== authorizationOfAll) return 'tooLate'
  const left = charge.amount - charge.givenBack
  if (left === 0) return 'alreadyReversed'
  if (request.kind === 'refund') return request.amount > left ? 'amountMismatch' : null
  if (!charge.isBatchOpen) return 'tooLate'
  return request.amount === charge.amount && left === charge.amount ? null : 'amountMismatch'
}

export function givenBack(reversals: readonly GatewayReversal[], tag: string): Cents {
  const approved = reversals.filter((reversal) => reversal.of === tag && reversal.status === 'approved')
  return cents(approved.reduce((sum, reversal) => sum + reversal.amount, 0))
}

const minute = 60_000
const day = 24 * 60 * minute
/** 10:00, 15:00 and midnight in Guam, as minutes of the day in UTC. */
const cutOffs = [0, 5 * 60, 14 * 60]

/** The batch that a transaction of this moment goes into. A batch is closed when a later one has begun. */
export function batchAt(epoch: number): number {
  const minuteOfDay = (epoch % day) / minute
  return Math.floor(epoch / day) * cutOffs.length + cutOffs.filter((cutOff) => cutOff <= minuteOfDay).length
}

/** The refund of what is left of a charge, as a person makes it in the gateway's console. */
export function madeInConsole(
  { tag, reference, amount, status }: Pick<GatewayReversal, 'tag' | 'reference' | 'amount' | 'status'>,
  earlier: readonly GatewayReversal[],
  at: number,
): GatewayReversal {
  const left = cents(amount - givenBack(earlier, tag))
  return { tag: `8${tag}`, reference, of: tag, kind: 'refund', amount: left, status, at, listedAt: at }
}

export function listedReversal({ tag, reference, kind, amount, status }: GatewayReversal): FoundTransaction {
  return { tag, reference, kind, amount, status, authorization: authorizationOfAll, at: '' }
}

export function reverseVerdictOf(tag: string, refusal: ReversalRefusal | null): ReversalResult {
  const reply = { ...emptyReply, tag, authorization: authorizationOfAll, code: '00' }
  if (refusal === null) return { outcome: 'reversed', reply }
  return { outcome: 'refused', reason: refusal, reply, operatorAlarm: false }
}
