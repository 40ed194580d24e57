import type { PageFrame } from '../port.ts'

interface FrameSettings {
  STRIPE_PUBLISHABLE_KEY: string
  STRIPE_API_URL: string
  STRIPE_SCRIPT_URL: string
}

/** Stripe's Payment Element in our pages. */
export function stripeFrame(settings: FrameSettings): PageFrame {
  const { STRIPE_PUBLISHABLE_KEY: publishableKey, STRIPE_SCRIPT_URL: origin, STRIPE_API_URL: api } = settings
  return { start: { publishableKey, origin }, hosts: { ...hostsOf(origin), calls: [api] } }
}

const scripts = ['https://js.stripe.com', 'https://*.js.stripe.com']

/** As Stripe documents them (https://docs.stripe.com/security/guide); a stand-in has one origin for all. */
function hostsOf(origin: string): Pick<PageFrame['hosts'], 'scripts' | 'frames'> {
  if (new URL(origin).hostname !== 'js.stripe.com') return { scripts: [origin], frames: [origin] }
  return { scripts, frames: [...scripts, 'https://hooks.stripe.com'] }
}
