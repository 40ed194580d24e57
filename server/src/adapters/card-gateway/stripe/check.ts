import Stripe from 'stripe'
import type { Checked, PlaceOfPayment } from '../port.ts'
import { type Gateway, describe } from './charge.ts'
import { inquiryTimeout } from './settings.ts'

const options = { timeout: inquiryTimeout }
const mostDomains = 100

/** Key, account and wallets. What a restricted key may not read is left to a person. */
export async function check({ stripe }: Gateway, { hosts }: PlaceOfPayment): Promise<Checked[]> {
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
    await payoutsOf(stripe),
    ...(await Promise.all(hosts.map((host) => walletsOf(stripe, host)))),
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
