import { z } from 'zod'
import { gatewayUrl, listOf } from '../../settings.ts'
import { gatewayChoice } from '../port-choice.ts'
import { stripeFrame } from './frame.ts'
import { isLive } from './traits.ts'

const key = (kinds: string) =>
  z
    .string()
    .regex(new RegExp(`^(${kinds})_(test|live)_\\w+$`), `a key that begins with ${kinds.replace('|', '_ or ')}_`)

const settings = z.object({
  /** Of the account, or restricted to what docs/deployment.md lists. */
  STRIPE_SECRET_KEY: key('sk|rk'),
  /** For the pages. */
  STRIPE_PUBLISHABLE_KEY: key('pk'),
  /** Of the webhook endpoint; two while it is rotated. */
  STRIPE_WEBHOOK_SECRET: listOf(z.string().regex(/^whsec_\S+$/, 'secrets that begin with whsec_, with commas between')),
  /** Another address only for tests. */
  STRIPE_API_URL: gatewayUrl.default('https://api.stripe.com'),
  /** Where pages get Stripe's script and frames. */
  STRIPE_SCRIPT_URL: gatewayUrl.default('https://js.stripe.com'),
})

/** Stripe, with one account for its API, pages and events. */
export const stripeChoice = gatewayChoice(settings, {
  problems: ({ STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY }) => {
    const [secret, publishable] = [modeOf(STRIPE_SECRET_KEY), modeOf(STRIPE_PUBLISHABLE_KEY)]
    return secret === publishable
      ? []
      : [`STRIPE_SECRET_KEY is of ${secret} mode, and STRIPE_PUBLISHABLE_KEY of ${publishable} mode`]
  },
  whyNot: ({ STRIPE_SECRET_KEY }, utility) => {
    const mode = modeOf(STRIPE_SECRET_KEY)
    return (mode === 'live') === utility.isLive
      ? null
      : `Settings: STRIPE_SECRET_KEY is of ${mode} mode, and the profile ${utility.isLive ? 'is' : 'is not'} marked live`
  },
  async open(chosen, { cardBrands: brands, timeZone, chargeTimeout }, clock) {
    const { stripePaymentGateway } = await import('./gateway.ts')
    const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecrets, STRIPE_API_URL: url } = chosen
    const account = { secretKey, webhookSecrets, url, timeZone, chargeTimeout, brands }
    return { ...stripePaymentGateway(account, clock), frame: stripeFrame(chosen) }
  },
})

function modeOf(anyKey: string): 'live' | 'test' {
  return isLive(anyKey) ? 'live' : 'test'
}
