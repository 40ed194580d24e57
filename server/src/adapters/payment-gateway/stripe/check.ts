import Stripe from 'stripe'
import type { Checked } from '../../checked.ts'
import type { PlaceOfPayment } from '../port.ts'
import { eventTypes } from './events.ts'
import { type Gateway, describe, apiVersion, inquiryTimeout } from './settings.ts'
import { isLive } from './traits.ts'

const options = { timeout: inquiryTimeout }
const mostDomains = 100

/** Key, account and wallets. What a restricted key may not read is left to a person. */
export async function check(
  gateway: Gateway,
  { hosts, eventsUrl, takesBankAccounts }: PlaceOfPayment,
): Promise<Checked[]> {
  const { stripe } = gateway
  return [
    await tried('Stripe key', async () => {
      const { livemode } = await stripe.balance.retrieve({}, options)
      return good('Stripe key', livemode ? 'Accepted, live mode' : 'Accepted, test mode')
    }),
    await tried('Stripe account', async () => {
      const { charges_enabled, default_currency } = await stripe.accounts.retrieveCurrent({}, options)
      if (!charges_enabled) return bad('Stripe account', 'It can’t charge cards yet. Finish its setup in the dashboard')
      return default_currency === 'usd'
        ? good('Stripe account', 'Can charge cards in US dollars')
        : bad('Stripe account', `Its currency is ${default_currency}. The portal charges US dollars`)
    }),
    ...(takesBankAccounts ? await bankAccountsOf(stripe) : []),
    await payoutsOf(stripe),
    await endpointOf(stripe, eventsUrl),
    await deliveryTo(gateway, eventsUrl),
    ...(await Promise.all(hosts.map((host) => walletsOf(stripe, host)))),
  ]
}

/** Stripe tells nobody which emails it sends. */
async function bankAccountsOf(stripe: Stripe): Promise<Checked[]> {
  const about = 'Stripe bank accounts'
  return [
    await tried(about, async () => {
      const { capabilities } = await stripe.accounts.retrieveCurrent({}, options)
      const capability = capabilities?.us_bank_account_ach_payments ?? 'inactive'
      return capability === 'active'
        ? good(about, 'Can debit US bank accounts')
        : bad(about, `ACH Direct Debit is ${capability}. Turn it on in the dashboard: Settings, Payment methods`)
    }),
    {
      about: 'Stripe emails',
      outcome: 'open',
      says: 'Turn off Stripe’s emails about bank debits in the dashboard: Settings, Emails. The portal sends its own',
    },
  ]
}

/** Without this right of the key, no day can be reconciled. */
async function payoutsOf(stripe: Stripe): Promise<Checked> {
  const about = 'Stripe payouts'
  const mayNot = 'Let the restricted key read payouts and balance transactions: Developers, API keys'
  return await tried(
    about,
    async () => {
      const { data } = await stripe.payouts.list({ limit: 1 }, options)
      await stripe.balanceTransactions.list({ limit: 1 }, options)
      return data[0]?.automatic === false
        ? bad(about, 'The newest was manual. Turn on automatic payouts in the dashboard: Settings, Payouts')
        : good(about, 'Can be read')
    },
    bad(about, mayNot),
  )
}

const mostEndpoints = 100

/** Without it, everything is known later. */
async function endpointOf(stripe: Stripe, url: string): Promise<Checked> {
  const about = 'Stripe webhook'
  return await tried(about, async () => {
    const { data } = await stripe.webhookEndpoints.list({ limit: mostEndpoints }, options)
    const endpoint = data.find((each) => each.url === url)
    if (!endpoint) return bad(about, `Add an endpoint for ${url}: Developers, Webhooks`)
    if (endpoint.status !== 'enabled') return bad(about, 'The endpoint is disabled. Turn it on: Developers, Webhooks')
    if (endpoint.api_version !== apiVersion) return bad(about, `Add the endpoint again, with API version ${apiVersion}`)
    const sent = endpoint.enabled_events
    const missing = eventTypes.filter((type) => !sent.includes(type) && !sent.includes('*'))
    return missing.length > 0 ? bad(about, `Add its events ${missing.join(', ')}`) : good(about, url)
  })
}

/** As Stripe would send an event that says nothing. */
async function deliveryTo({ stripe, settings }: Gateway, url: string): Promise<Checked> {
  const about = 'Stripe webhook secret'
  const [secret = ''] = settings.webhookSecrets
  const payload = JSON.stringify({
    id: 'evt_check',
    object: 'event',
    livemode: isLive(settings.secretKey),
    type: 'check',
  })
  const headers = {
    'content-type': 'application/json',
    'stripe-signature': stripe.webhooks.generateTestHeaderString({ payload, secret }),
  }
  try {
    const signal = AbortSignal.timeout(inquiryTimeout)
    const { ok, status } = await fetch(url, { method: 'POST', headers, body: payload, redirect: 'error', signal })
    if (ok) return good(about, 'The portal takes events signed with it')
    return bad(about, `${url} answered ${status}. Restart every process with the same STRIPE_WEBHOOK_SECRET`)
  } catch {
    return bad(about, `Nothing answers at ${url}. Start the portal, and check DNS, firewall and proxy`)
  }
}

async function walletsOf(stripe: Stripe, host: string): Promise<Checked> {
  const about = `Wallets on ${host}`
  return await tried(about, async () => {
    const { data } = await stripe.paymentMethodDomains.list({ domain_name: host, limit: mostDomains }, options)
    const domain = data.find(({ domain_name }) => domain_name === host)
    if (!domain?.enabled) return bad(about, 'Register this domain in the dashboard: Settings, Payment method domains')
    const away = [
      domain.apple_pay.status === 'active' ? [] : ['Apple Pay'],
      domain.google_pay.status === 'active' ? [] : ['Google Pay'],
    ].flat()
    if (away.length === 0) return good(about, 'Apple Pay and Google Pay are active')
    return bad(about, `${away.join(' and ')} not active. The dashboard says why: Settings, Payment method domains`)
  })
}

const onlyInDashboard = 'The restricted key can’t read this. Look in the dashboard'

async function tried(
  about: string,
  work: () => Promise<Checked>,
  mayNot: Checked = { about, outcome: 'open', says: onlyInDashboard },
): Promise<Checked> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Stripe.errors.StripePermissionError) return mayNot
    if (error instanceof Stripe.errors.StripeAuthenticationError) {
      return bad(about, 'Stripe rejected STRIPE_SECRET_KEY. Copy it again from the dashboard: Developers, API keys')
    }
    return bad(about, `Stripe didn’t answer: ${describe(error)}`)
  }
}

const good = (about: string, says: string): Checked => ({ about, outcome: 'good', says })
const bad = (about: string, says: string): Checked => ({ about, outcome: 'bad', says })
