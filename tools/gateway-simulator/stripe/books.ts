import { mkdir, open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type Stripe from 'stripe'
import type { TestCard } from './cards.ts'

/** What the stand-in keeps, by id. Each change is a line of the file; the newest line of an id counts. */
export interface StripeBooks {
  tokens: Map<string, KeptToken>
  intents: Map<string, Stripe.PaymentIntent>
  charges: Map<string, Stripe.Charge>
  refunds: Map<string, Stripe.Refund>
  /** By idempotency key. */
  replies: Map<string, KeptReply>
  /** Resolves once these are on disk. */
  keep(...changed: Kept[]): Promise<void>
  close(): Promise<void>
}

/** The number of a card is never kept: what becomes of it is decided when it is typed. */
export interface KeptToken {
  token: Stripe.ConfirmationToken
  card: TestCard
}

/** The first reply to a request with an idempotency key, which repeats get again. */
export interface KeptReply {
  key: string
  /** Of path and parameters: another request must not use the key. */
  hash: string
  status: number
  body: unknown
}

type Kept =
  | { kind: 'token'; value: KeptToken }
  | { kind: 'intent'; value: Stripe.PaymentIntent }
  | { kind: 'charge'; value: Stripe.Charge }
  | { kind: 'refund'; value: Stripe.Refund }
  | { kind: 'reply'; value: KeptReply }

function isKept(line: unknown): line is Kept {
  return typeof line === 'object' && line !== null && 'kind' in line && 'value' in line
}

/** Opens `stripe.jsonl` in the folder. An incomplete last line was never reported to anybody and is cut off. */
export async function openStripeBooks(folder: string): Promise<StripeBooks> {
  await mkdir(folder, { recursive: true })
  const path = join(folder, 'stripe.jsonl')
  const file = await open(path, 'a')
  const written = await readFile(path)
  const whole = written.subarray(0, written.lastIndexOf('\n') + 1)
  if (whole.length < written.length) await file.truncate(whole.length)
  const books = { tokens: new Map(), intents: new Map(), charges: new Map(), refunds: new Map(), replies: new Map() }
  const put = (kept: Kept): void => {
    if (kept.kind === 'token') books.tokens.set(kept.value.token.id, kept.value)
    if (kept.kind === 'intent') books.intents.set(kept.value.id, kept.value)
    if (kept.kind === 'charge') books.charges.set(kept.value.id, kept.value)
    if (kept.kind === 'refund') books.refunds.set(kept.value.id, kept.value)
    if (kept.kind === 'reply') books.replies.set(kept.value.key, kept.value)
  }
  for (const line of whole.toString('utf8').split('\n')) {
    // Written by this very code.
    const kept: unknown = line ? JSON.parse(line) : null
    if (isKept(kept)) put(kept)
  }
  let writing = Promise.resolve()
  return {
    ...books,
    keep(...changed) {
      changed.forEach(put)
      const text = changed.map((kept) => `${JSON.stringify(kept)}\n`).join('')
      writing = writing.then(async () => {
        await file.appendFile(text)
        await file.datasync()
      })
      return writing
    },
    async close() {
      await writing
      await file.close()
    },
  }
}
