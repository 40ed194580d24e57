import { join } from 'node:path'
import type Stripe from 'stripe'
import { type DurableLines, openLines } from '../durable-lines.ts'
import type { TestBank } from './banks.ts'
import type { TestCard } from './cards.ts'

/** What the stand-in keeps, by id. Each change is a line of the file; the newest line of an id counts. */
export interface StripeBooks {
  tokens: Map<string, KeptToken>
  /** Those that are not over. */
  debits: Map<string, KeptDebit>
  intents: Map<string, Stripe.PaymentIntent>
  charges: Map<string, Stripe.Charge>
  refunds: Map<string, Stripe.Refund>
  disputes: Map<string, Stripe.Dispute>
  warnings: Map<string, Stripe.Radar.EarlyFraudWarning>
  /** Told of by webhooks. */
  events: Map<string, KeptEvent>
  payouts: Map<string, KeptPayout>
  /** Of money that no charge or refund moved, such as fees of the account. */
  movements: Map<string, Stripe.BalanceTransaction>
  customers: Map<string, Stripe.Customer>
  setups: Map<string, Stripe.SetupIntent>
  methods: Map<string, KeptMethod>
  mandates: Map<string, Stripe.Mandate>
  /** By idempotency key. */
  replies: Map<string, KeptReply>
  /** At once for whoever reads next. Resolves once these are on disk. */
  keep(...changed: Kept[]): Promise<void>
  /** Resolves once all that can be read is on disk. */
  flushed(): Promise<void>
  close(): Promise<void>
}

/** No number of a card or bank account is kept: what becomes of it is decided when it is typed. */
export type KeptToken = KeptCard | KeptBank

export interface KeptCard {
  token: Stripe.ConfirmationToken
  card: TestCard
  bank?: never
}

export interface KeptBank {
  token: Stripe.ConfirmationToken
  bank: TestBank
  card?: never
}

/** A payment from a bank account, or a setup of one, until it is decided. Milliseconds since 1970. */
export interface KeptDebit {
  /** Of the payment's or setup's intent. */
  id: string
  /** When its deposits expire, the bank answers, or the paid debit is disputed; null when nothing comes by itself. */
  dueAt: number | null
  /** Until then it can be canceled: the bank does not have it yet. */
  cancelableUntil: number
  /** Wrong guesses of its small deposits. */
  guesses: number
  isOver: boolean
}

/** And the ids of the balance transactions in it. */
export interface KeptPayout {
  payout: Stripe.Payout
  transactions: readonly string[]
}

/** A saved card or bank account, and what becomes of its charges. */
export type KeptMethod =
  | { method: Stripe.PaymentMethod; card: TestCard; bank?: never }
  | { method: Stripe.PaymentMethod; bank: TestBank; card?: never }

/** The first reply to a request with an idempotency key, which repeats get again. */
export interface KeptReply {
  key: string
  /** Of path and parameters: another request must not use the key. */
  hash: string
  status: number
  body: unknown
}

/** As Stripe's example has it; what the client calls an event is a union by type. */
export interface KeptEvent extends Pick<Stripe.Event, 'id' | 'object' | 'api_version' | 'created' | 'livemode'> {
  type: string
  data: { object: object }
  pending_webhooks: number
  request: { id: string | null; idempotency_key: string | null }
}

export type Kept =
  | { kind: 'token'; value: KeptToken }
  | { kind: 'debit'; value: KeptDebit }
  | { kind: 'intent'; value: Stripe.PaymentIntent }
  | { kind: 'charge'; value: Stripe.Charge }
  | { kind: 'refund'; value: Stripe.Refund }
  | { kind: 'dispute'; value: Stripe.Dispute }
  | { kind: 'warning'; value: Stripe.Radar.EarlyFraudWarning }
  | { kind: 'event'; value: KeptEvent }
  | { kind: 'payout'; value: KeptPayout }
  | { kind: 'movement'; value: Stripe.BalanceTransaction }
  | { kind: 'customer'; value: Stripe.Customer }
  | { kind: 'setup'; value: Stripe.SetupIntent }
  | { kind: 'method'; value: KeptMethod }
  | { kind: 'mandate'; value: Stripe.Mandate }
  | { kind: 'reply'; value: KeptReply }

function isKept(line: unknown): line is Kept {
  return typeof line === 'object' && line !== null && 'kind' in line && 'value' in line
}

/** Opens `stripe.jsonl` in the folder. @throws Error when a line in the middle is damaged */
export async function openStripeBooks(folder: string): Promise<StripeBooks> {
  const asKept = (line: unknown): Kept => {
    // Written by this very code.
    if (!isKept(line)) throw new Error('Not one of these books')
    return line
  }
  return booksOn(await openLines(join(folder, 'stripe.jsonl'), asKept))
}

/** Books that end with the process. */
export function booksInMemory(): StripeBooks {
  const nothing = async (): Promise<void> => undefined
  return booksOn({ written: [], append: nothing, flushed: nothing, close: nothing })
}

function booksOn(file: DurableLines<Kept>): StripeBooks {
  const saved = { customers: new Map(), setups: new Map(), methods: new Map(), mandates: new Map() }
  const books = {
    ...saved,
    tokens: new Map(),
    debits: new Map(),
    intents: new Map(),
    charges: new Map(),
    refunds: new Map(),
    disputes: new Map(),
    warnings: new Map(),
    events: new Map(),
    payouts: new Map(),
    movements: new Map(),
    replies: new Map(),
  }
  const put = (kept: Kept): void => {
    if (kept.kind === 'token') books.tokens.set(kept.value.token.id, kept.value)
    if (kept.kind === 'debit' && kept.value.isOver) books.debits.delete(kept.value.id)
    if (kept.kind === 'debit' && !kept.value.isOver) books.debits.set(kept.value.id, kept.value)
    if (kept.kind === 'intent') books.intents.set(kept.value.id, kept.value)
    if (kept.kind === 'charge') books.charges.set(kept.value.id, kept.value)
    if (kept.kind === 'refund') books.refunds.set(kept.value.id, kept.value)
    if (kept.kind === 'dispute') books.disputes.set(kept.value.id, kept.value)
    if (kept.kind === 'warning') books.warnings.set(kept.value.id, kept.value)
    if (kept.kind === 'event') books.events.set(kept.value.id, kept.value)
    if (kept.kind === 'payout') books.payouts.set(kept.value.payout.id, kept.value)
    if (kept.kind === 'movement') books.movements.set(kept.value.id, kept.value)
    if (kept.kind === 'customer') books.customers.set(kept.value.id, kept.value)
    if (kept.kind === 'setup') books.setups.set(kept.value.id, kept.value)
    if (kept.kind === 'method') books.methods.set(kept.value.method.id, kept.value)
    if (kept.kind === 'mandate') books.mandates.set(kept.value.id, kept.value)
    if (kept.kind === 'reply') books.replies.set(kept.value.key, kept.value)
  }
  file.written.forEach(put)
  return {
    ...books,
    keep(...changed) {
      changed.forEach(put)
      return file.append(changed)
    },
    flushed: () => file.flushed(),
    close: () => file.close(),
  }
}
