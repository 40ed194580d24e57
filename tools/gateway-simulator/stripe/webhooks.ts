import { setTimeout as wait } from 'node:timers/promises'
import Stripe from 'stripe'
import type { Kept, KeptEvent, StripeBooks } from './books.ts'
import { making, type StripeWorld } from './endpoint.ts'
import { event } from './later-objects.ts'

/** Where and how events are delivered: at least once, in any order. */
export interface Webhooks {
  sendTo(url: string): void
  sentTo(): string | null
  /** The next ones never arrive. */
  lose(events: number): void
  /** Each comes that many times. */
  repeat(times: number): void
  delay(milliseconds: number): void
  /** Kept until the returned function is called, which sends the newest first. */
  hold(): () => void
  /** As in the beginning. */
  calm(): void
}

/** Milliseconds after each failed delivery; the real ones go on for three days. */
const retries = [100, 300, 1_000, 3_000, 10_000, 30_000]

interface Sender {
  secret: string
  /** Milliseconds since 1970. */
  now: () => number
  closing: AbortSignal
}

export function startWebhooks({ secret, now, closing }: Sender): Webhooks & { tell(events: KeptEvent[]): void } {
  let url: string | null = null
  let switches = { lose: 0, repeat: 1, delay: 0 }
  let held: KeptEvent[] | null = null
  const { webhooks } = new Stripe('sk_test_webhooks')

  async function deliver(told: KeptEvent): Promise<void> {
    const payload = JSON.stringify(told)
    await pause(switches.delay)
    for (const rest of retries) {
      if (url === null || closing.aborted) return
      // Each try is signed anew.
      const timestamp = Math.floor(now() / 1000)
      const signature = webhooks.generateTestHeaderString({ payload, secret, timestamp })
      const headers = { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature }
      const reply = await fetch(url, { method: 'POST', headers, body: payload, signal: closing }).catch(() => null)
      await reply?.arrayBuffer().catch(() => null)
      if (reply?.ok) return
      await pause(rest)
    }
  }

  const pause = async (milliseconds: number): Promise<void> =>
    await wait(milliseconds, undefined, { signal: closing }).catch(() => undefined)

  function tell(events: readonly KeptEvent[]): void {
    for (const told of events) {
      if (switches.lose > 0) switches.lose -= 1
      else if (held) held.push(told)
      else for (let copy = 0; copy < switches.repeat; copy += 1) void deliver(told)
    }
  }

  function release(): void {
    const waiting = held ?? []
    held = null
    tell(waiting.toReversed())
  }

  return {
    tell,
    sendTo: (address) => void (url = address),
    sentTo: () => url,
    lose: (events) => void (switches.lose = events),
    repeat: (times) => void (switches.repeat = times),
    delay: (milliseconds) => void (switches.delay = milliseconds),
    hold() {
      held ??= []
      return release
    },
    calm() {
      switches = { lose: 0, repeat: 1, delay: 0 }
      release()
    },
  }
}

/** Keeps an event with each change that Stripe tells of, and tells of it once both are on disk. */
export function tellingBooks(
  books: StripeBooks,
  world: Pick<StripeWorld, 'now' | 'newId'>,
  tell: (events: KeptEvent[]) => void,
): StripeBooks {
  return {
    ...books,
    async keep(...changed) {
      const events = changed.flatMap((kept) =>
        typesOf(books, kept).map((type) => event(type, kept.value, making(world))),
      )
      await books.keep(...changed, ...events.map((value): Kept => ({ kind: 'event', value })))
      tell(events)
    },
  }
}

/** What Stripe calls the change. */
function typesOf(books: StripeBooks, kept: Kept): string[] {
  switch (kept.kind) {
    case 'intent':
      return ofIntent(books.intents.get(kept.value.id), kept.value)
    case 'charge': {
      const before = books.charges.get(kept.value.id)
      return before && before.amount_refunded < kept.value.amount_refunded ? ['charge.refunded'] : []
    }
    case 'refund': {
      if (!books.refunds.has(kept.value.id)) return ['refund.created']
      return kept.value.status === 'failed' ? ['refund.updated', 'refund.failed'] : ['refund.updated']
    }
    case 'dispute':
      return ofDispute(books.disputes.get(kept.value.id), kept.value)
    case 'warning':
      return ['radar.early_fraud_warning.created']
    case 'token':
    case 'customer':
    case 'setup':
    case 'method':
    case 'payout':
    case 'movement':
    case 'event':
    case 'reply':
      return []
  }
}

const typeOfStatus: Readonly<Record<string, string>> = {
  succeeded: 'payment_intent.succeeded',
  canceled: 'payment_intent.canceled',
  processing: 'payment_intent.processing',
  requires_action: 'payment_intent.requires_action',
}

function ofIntent(
  before: Stripe.PaymentIntent | undefined,
  { status, last_payment_error }: Stripe.PaymentIntent,
): string[] {
  if (!before) return ['payment_intent.created']
  if (status === 'requires_payment_method' && last_payment_error) return ['payment_intent.payment_failed']
  const type = typeOfStatus[status]
  return type && before.status !== status ? [type] : []
}

function ofDispute(before: Stripe.Dispute | undefined, { status }: Stripe.Dispute): string[] {
  if (!before) {
    const withdrawn = status.startsWith('warning') ? [] : ['charge.dispute.funds_withdrawn']
    return ['charge.dispute.created', ...withdrawn]
  }
  if (status === 'won') return ['charge.dispute.closed', 'charge.dispute.funds_reinstated']
  return status === 'lost' || status === 'warning_closed' ? ['charge.dispute.closed'] : ['charge.dispute.updated']
}
