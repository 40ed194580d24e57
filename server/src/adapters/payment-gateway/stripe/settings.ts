import type { CardBrand } from '@portal/contract/card'
import Stripe from 'stripe'

export interface StripeSettings {
  /** `sk_…` or `rk_…`. */
  secretKey: string
  /** `whsec_…`: each may have signed an event. */
  webhookSecrets: readonly string[]
  /** Of the API; another only for tests. */
  url: string
  /** Days of reports are counted in it. */
  timeZone: string
  /** Milliseconds in which a charge has an answer or is unknown. */
  chargeTimeout: number
  /** The cards that are taken; left out, all that we know. */
  brands?: readonly CardBrand[]
  /** How requests leave; another only for tests. */
  httpClient?: Stripe.HttpClient
}

export interface Gateway {
  stripe: Stripe
  settings: StripeSettings
}

/** Milliseconds. */
export const inquiryTimeout = 15_000

/** Each request within its share of a charge's time: the intent, its confirmation, and up to three looks at what became of it. */
export function timeoutsOf({ chargeTimeout }: StripeSettings) {
  return { create: chargeTimeout * 0.15, confirm: chargeTimeout * 0.4, look: chargeTimeout * 0.15 }
}

export const apiVersion = '2026-10-28.endive'

/**
 * A client that sends each request once. The fetch client's timeout is a deadline for the whole reply; that of the
 * default client starts anew with each byte.
 */
export function stripeClient({ secretKey, url, httpClient }: StripeSettings): Stripe {
  const { protocol, hostname, port } = new URL(url)
  return new Stripe(secretKey, {
    apiVersion,
    httpClient: httpClient ?? Stripe.createFetchHttpClient(),
    maxNetworkRetries: 0,
    telemetry: false,
    protocol: protocol === 'http:' ? 'http' : 'https',
    host: hostname,
    port: port || (protocol === 'http:' ? 80 : 443),
  })
}

/** Never its message: it may quote what was sent. */
export function describe(error: unknown): string {
  if (!(error instanceof Stripe.errors.StripeError)) return 'no readable answer'
  return [error.type, error.statusCode, error.code].filter(Boolean).join(' ')
}
