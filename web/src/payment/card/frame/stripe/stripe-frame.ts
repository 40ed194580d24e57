import type { Appearance, Stripe, StripeConstructor, StripeElements } from '@stripe/stripe-js'
import type { GatewayFrame, LoadFrame, MountedFrame, Payer } from '../port.ts'

/** How long Stripe's script or frame may take before the page says that it does not come: frames can hang silently. */
const longestLoad = 15_000

interface StripeWindow extends Window {
  Stripe?: StripeConstructor
}

let loading: Promise<StripeConstructor> | null = null

/** A failure is tried again at the next call. */
export const loadStripe: LoadFrame = async ({ origin = '', publishableKey = '' }) => {
  allowScriptsOf(origin)
  loading ??= loadScript(`${origin}/endive/stripe.js`)
  try {
    const stripe = (await loading)(publishableKey)
    return {
      mount: async (place) => await mount(stripe, place),
      confirm: async (secret) => void (await stripe.handleNextAction({ clientSecret: secret })),
    }
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

type Place = Parameters<GatewayFrame['mount']>[0]

/**
 * A card's number, expiry and security code, and the wallets that the browser has; or the login of a bank, and the numbers
 * of an account.
 */
async function mount(stripe: Stripe, { element, method, amount, locale, byPhone }: Place): Promise<MountedFrame> {
  const language = locale.startsWith('es') ? 'es' : 'en'
  const elements = stripe.elements({
    ...(amount === null ? { mode: 'setup' as const } : { mode: 'payment' as const, amount }),
    currency: 'usd',
    allowedPaymentMethodTypes: [method === 'bank' ? 'us_bank_account' : 'card'],
    locale: language,
    appearance: appearance(),
  })
  const card = elements.create('payment', {
    // Typed into our own fields, and handed over with the token.
    fields: { billingDetails: 'never' },
    // The page prints what the payer authorizes.
    terms: { card: 'never', usBankAccount: 'never' },
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
    makeToken: async (payer) => await makeToken(stripe, elements, payer),
    changeAmount: (changed) => void elements.update({ amount: changed }),
    willSave: (isToSave) => {
      if (amount !== null) void elements.update({ setupFutureUsage: isToSave ? 'off_session' : null })
    },
    remove: () => card.destroy(),
  }
}

async function makeToken(
  stripe: Stripe,
  elements: StripeElements,
  { name, zip = '', holder }: Payer,
): Promise<string | null> {
  // What the frame does not ask for must be handed over, if only empty. Without an email, Stripe mails no one: we do.
  const address = { postal_code: zip, country: 'US', city: '', state: '', line1: '', line2: '' }
  const data = {
    billing_details: { name, email: '', phone: '', address },
    ...(holder && { us_bank_account: { account_holder_type: holder } }),
  }
  const { confirmationToken } = await stripe.createConfirmationToken({
    elements,
    params: { payment_method_data: data },
  })
  return confirmationToken?.id ?? null
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
