import { vi } from 'vitest'
import { startWithBanks } from '#testing/data.ts'

/** What stands in the gateway's frame, as its script in the page tells. */
export interface InFrame {
  /** The methods of each frame that was shown. */
  readonly shown: string[][]
  /** What each token was made of. */
  readonly tokens: unknown[]
  isComplete: boolean
  /** False when the bank's window was closed before it chose an account. */
  hasAccount: boolean
}

const element = {
  on: (name: string, listen: () => void) => (name === 'ready' ? listen() : undefined),
  mount: () => undefined,
  destroy: () => undefined,
}

// The page keeps the script that it has loaded.
let inFrame: InFrame
const script = () => ({
  elements: ({ allowedPaymentMethodTypes }: { readonly allowedPaymentMethodTypes: string[] }) => {
    inFrame.shown.push(allowedPaymentMethodTypes)
    return {
      create: () => element,
      update: () => undefined,
      submit: async () => (inFrame.isComplete ? {} : { error: { type: 'validation_error' } }),
    }
  },
  createConfirmationToken: async ({ params }: { readonly params: { readonly payment_method_data: unknown } }) => {
    inFrame.tokens.push(params.payment_method_data)
    return inFrame.hasAccount ? { confirmationToken: { id: 'ctoken_bank' } } : { error: { type: 'invalid' } }
  },
})

/** In place of Stripe's script; each frame is there at once. */
export function stripeScript(): InFrame {
  inFrame = { shown: [], tokens: [], isComplete: true, hasAccount: true }
  vi.stubGlobal('Stripe', script)
  return inFrame
}

/** Of a utility that takes bank accounts. */
export const startOfBanks = {
  ...startWithBanks,
  cardFrame: {
    gateway: 'stripe',
    start: { publishableKey: 'pk_test_1', origin: 'https://js.stripe.com' },
    isAllowed: true,
  },
}
