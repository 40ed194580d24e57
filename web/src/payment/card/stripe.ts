import type { CardToken } from '@portal/contract/card'
import type { Appearance, Stripe, StripeConstructor, StripeElements } from '@stripe/stripe-js'
import type { z } from 'zod'

/** How long Stripe's script or frame may take before the page says that it does not come: frames can hang silently. */
const longestLoad = 15_000

interface StripeWindow extends Window {
  Stripe?: StripeConstructor
}

let loading: Promise<StripeConstructor> | null = null

/** Once for the page; a failure is tried again at the next call. @throws Error when the script does not come */
export async function loadStripe(origin: string, publishableKey: string): Promise<Stripe> {
  allowScriptsOf(origin)
  loading ??= loadScript(`${origin}/endive/stripe.js`)
  try {
    const construct = await loading
    return construct(publishableKey)
  } catch (error) {
    loading = null
    throw error
  }
}

async function loadScript(address: string): Promise<StripeConstructor> {
  const page: StripeWindow = window
  if (page.Stripe) return page.Stripe
  const script = document.createElement('script')
  const arrived = new Promise<void>((resolve, reject) => {
    script.addEventListener('load', () => resolve())
    script.addEventListener('error', () => reject(new Error('The card form is blocked')))
    setTimeout(() => reject(new Error('The card form takes too long')), longestLoad)
  })
  // The default policy below lets this pass.
  script.src = address
  document.head.append(script)
  await arrived.catch((error: unknown) => {
    script.remove()
    throw error
  })
  if (!page.Stripe) throw new Error('The card form is not what it should be')
  return page.Stripe
}

let isAllowed = false

/** Stripe's script loads more of its own by plain addresses, which only a policy of this name can let pass. */
function allowScriptsOf(origin: string): void {
  if (isAllowed || !globalThis.trustedTypes) return
  isAllowed = true
  const { hostname } = new URL(origin)
  globalThis.trustedTypes.createPolicy('default', {
    createScriptURL: (address: string) => {
      const url = new URL(address, location.href)
      const isTheirs = url.origin === origin || (url.protocol === 'https:' && url.hostname.endsWith(`.${hostname}`))
      if (!isTheirs) throw new TypeError('A script from elsewhere')
      return address
    },
  })
}

/** The card fields in the page. */
export interface MountedCard {
  /** Whether what is typed there is complete. If not, the frame says what is missing. */
  readonly isComplete: () => Promise<boolean>
  /** Null when the frame says why there is none. */
  readonly makeToken: (holder: CardHolder) => Promise<z.input<typeof CardToken> | null>
  /** In cents. */
  readonly changeAmount: (amount: number) => void
  /** Whether the payment saves the card: the bank is told so when it is made. */
  readonly willSave: (isToSave: boolean) => void
  readonly remove: () => void
}

interface CardHolder {
  readonly cardHolderName: string
  readonly billingZipCode: string
}

interface Place {
  readonly element: HTMLElement
  /** In cents; null for a card that is saved without a payment. */
  readonly amount: number | null
  readonly locale: string
  /** The card belongs to somebody on the phone: the clerk's own wallet is not offered. */
  readonly byPhone: boolean
}

/** Shows the card fields there: number, expiry and security code, and the wallets that the browser has. */
export async function mountCard(stripe: Stripe, { element, amount, locale, byPhone }: Place): Promise<MountedCard> {
  const language = locale.startsWith('es') ? 'es' : 'en'
  const elements = stripe.elements({
    ...(amount === null ? { mode: 'setup' as const } : { mode: 'payment' as const, amount }),
    currency: 'usd',
    allowedPaymentMethodTypes: ['card'],
    locale: language,
    appearance: appearance(),
  })
  const card = elements.create('payment', {
    // Typed into our own fields, and handed over with the token.
    fields: { billingDetails: 'never' },
    terms: { card: 'never' },
    // Apple Pay and Google Pay come where browser and account have them; Link would ask people to sign up with Stripe.
    wallets: { link: 'never', ...(byPhone ? { applePay: 'never', googlePay: 'never' } : {}) },
  })
  const shown = new Promise<void>((resolve, reject) => {
    card.on('ready', () => resolve())
    card.on('loaderror', () => reject(new Error('The card form could not load')))
    setTimeout(() => reject(new Error('The card form takes too long')), longestLoad)
  })
  card.mount(element)
  try {
    await shown
  } catch (error) {
    card.destroy()
    throw error
  }
  return {
    isComplete: async () => !(await elements.submit()).error,
    makeToken: async (holder) => await makeToken(stripe, elements, holder),
    changeAmount: (changed) => void elements.update({ amount: changed }),
    willSave: (isToSave) => {
      if (amount !== null) void elements.update({ setupFutureUsage: isToSave ? 'off_session' : null })
    },
    remove: () => card.destroy(),
  }
}

async function makeToken(stripe: Stripe, elements: StripeElements, { cardHolderName, billingZipCode }: CardHolder) {
  // What the frame does not ask for must be handed over, if only empty.
  const address = { postal_code: billingZipCode, country: 'US', city: '', state: '', line1: '', line2: '' }
  const billing_details = { name: cardHolderName, email: '', phone: '', address }
  const params = { payment_method_data: { billing_details } }
  const { confirmationToken } = await stripe.createConfirmationToken({ elements, params })
  return confirmationToken ? { token: confirmationToken.id, cardHolderName, billingZipCode } : null
}

/** The page's own colors, light or dark. */
function appearance(): Appearance {
  const style = getComputedStyle(document.documentElement)
  const token = (name: string) => style.getPropertyValue(`--${name}`).trim()
  return {
    theme: 'stripe',
    variables: {
      colorPrimary: token('brand'),
      colorBackground: token('surface'),
      colorText: token('text'),
      colorTextSecondary: token('muted'),
      colorDanger: token('error'),
      fontFamily: 'system-ui, sans-serif',
      fontSizeBase: '16px',
      borderRadius: '8px',
      spacingUnit: '5px',
    },
    rules: { '.Input': { border: `1px solid ${token('control')}`, boxShadow: 'none' } },
  }
}
