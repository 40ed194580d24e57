import type Stripe from 'stripe'
import { z } from 'zod'
import { making, read, type StripeWorld } from './endpoint.ts'

/** An account that can charge, whose domains are all registered: what `portal check` looks at. */

export async function readBalance() {
  return { object: 'balance', livemode: false, available: [], pending: [] }
}

export async function readAccount() {
  const capabilities = { card_payments: 'active', us_bank_account_ach_payments: 'active' }
  return { id: 'acct_simulated', object: 'account', capabilities, charges_enabled: true, default_currency: 'usd' }
}

export async function listDomains(_world: StripeWorld, params: unknown) {
  const { domain_name } = read(z.object({ domain_name: z.string() }), params)
  const wallets = { apple_pay: { status: 'active' }, google_pay: { status: 'active' } }
  const domain = { id: 'pmd_simulated', object: 'payment_method_domain', domain_name, enabled: true, ...wallets }
  return { object: 'list', url: '/v1/payment_method_domains', has_more: false, data: [domain] }
}

export async function listEndpoints(world: StripeWorld) {
  const url = world.webhookUrl()
  const data = url === null ? [] : [webhookEndpoint(url, making(world).created)]
  return { object: 'list', url: '/v1/webhook_endpoints', has_more: false, data }
}

export function webhookEndpoint(url: string, created: number): Stripe.WebhookEndpoint {
  return {
    id: 'we_simulated',
    object: 'webhook_endpoint',
    api_version: '2026-10-28.endive',
    application: null,
    created,
    description: null,
    enabled_events: ['*'],
    livemode: false,
    metadata: {},
    status: 'enabled',
    url,
  }
}
