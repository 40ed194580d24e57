import Stripe from 'stripe'
import { type Deliveries, startDeliveries } from '../deliveries.ts'
import type { Kept, KeptEvent, StripeBooks } from './books.ts'
import { making, type StripeWorld } from './endpoint.ts'
import { event } from './later-objects.ts'

interface Signer {
  secret: string
  /** Milliseconds since 1970. */
  now: () => number
  closing: AbortSignal
}

/** Milliseconds after each failed delivery; the real ones go on for three days. */
const retries = [100, 300, 1_000, 3_000, 10_000, 30_000]

/** Where events go. */
export interface Webhooks extends Deliveries {
  sendTo(url: string): void
  sentTo(): string | null
}

export function startWebhooks({ secret, now, closing }: Signer): Webhooks & { tell(events: KeptEvent[]): void } {
  let url: string | null = null
  const { webhooks } = new Stripe('sk_test_webhooks')
  const requestOf = (told: KeptEvent) => {
    if (url === null) return null
    const body = JSON.stringify(told)
    // Each try is signed anew.
    const timestamp = Math.floor(now() / 1000)
    const signature = webhooks.generateTestHeaderString({ payload: body, secret, timestamp })
    return { url, body, headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature } }
  }
  return {
    ...startDeliveries({ requestOf, retries, closing }),
    sendTo: (address) => void (url = address),
    sentTo: () => url,
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
    case 'setup': {
      const { id, status, last_setup_error: error } = kept.value
      if (status === 'requires_payment_method') return error ? ['setup_intent.setup_failed'] : []
      const type = typeOfSetup[status]
      return type && books.setups.get(id)?.status !== status ? [type] : []
    }
    case 'mandate':
      return books.mandates.has(kept.value.id) ? ['mandate.updated'] : []
    case 'token':
    case 'debit':
    case 'customer':
    case 'method':
    case 'payout':
    case 'movement':
    case 'event':
    case 'reply':
      return []
  }
}

const typeOfSetup: Readonly<Record<string, string>> = {
  succeeded: 'setup_intent.succeeded',
  requires_action: 'setup_intent.requires_action',
  canceled: 'setup_intent.canceled',
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
