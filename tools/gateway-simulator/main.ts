import { env } from 'node:process'
import { z } from 'zod'
import { credentialsFrom } from './credentials.ts'
import { startGatewaySimulator } from './start.ts'
import { startStripeSimulator } from './stripe/start.ts'

/** Settings of a simulator as a process of its own; see README.md. */
const Common = z.object({
  PORT: z.coerce.number().int().min(0).max(65535).default(0),
  HOST: z.string().default('127.0.0.1'),
  BOOKS: z.string().min(1),
})
const Payeezy = Common.extend({
  CARD_GATEWAY: z.literal('payeezy').default('payeezy'),
  TIME_ZONE: z.string().default('Pacific/Guam'),
  CARD_GATEWAY_ID: z.string().min(1),
  CARD_GATEWAY_PASSWORD: z.string().min(1),
  CARD_GATEWAY_KEY_ID: z.string().min(1),
  CARD_GATEWAY_HMAC_KEY: z.string().min(1),
  CARD_GATEWAY_SEARCH_USER: z.string().min(1),
  CARD_GATEWAY_SEARCH_PASSWORD: z.string().min(1),
})

const Stripe = Common.extend({
  CARD_GATEWAY: z.literal('stripe'),
  STRIPE_SECRET_KEY: z.string().min(1),
  STRIPE_PUBLISHABLE_KEY: z.string().min(1),
  STRIPE_WEBHOOK_SECRET: z.string().min(1).default('whsec_standin'),
  /** Where its events go. */
  STRIPE_WEBHOOK_URL: z.url().optional(),
})

async function main(): Promise<void> {
  const settings = (env['CARD_GATEWAY'] === 'stripe' ? Stripe : Payeezy).safeParse(env)
  if (!settings.success) {
    const names = settings.error.issues.map((issue) => issue.path.join('.'))
    throw new Error(`Settings missing or wrong: ${names.join(', ')}`)
  }
  const simulator = await startOne(settings.data)
  console.log(JSON.stringify({ port: simulator.port, url: simulator.url }))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void simulator.close().then(() => process.exit(0)))
  }
}

async function startOne(settings: z.infer<typeof Payeezy> | z.infer<typeof Stripe>) {
  const { HOST: host, PORT: port, BOOKS: books } = settings
  if (settings.CARD_GATEWAY === 'stripe') {
    const { STRIPE_SECRET_KEY: secretKey, STRIPE_PUBLISHABLE_KEY: publishableKey } = settings
    const { STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_WEBHOOK_URL: address } = settings
    const stripe = await startStripeSimulator({ host, port, books, secretKey, publishableKey, webhookSecret })
    if (address) stripe.webhooks.sendTo(address)
    return stripe
  }
  return await startGatewaySimulator({
    host,
    port,
    books,
    timeZone: settings.TIME_ZONE,
    credentials: credentialsFrom(settings),
  })
}

main().catch((error: unknown) => {
  console.error(`Gateway simulator: ${error instanceof Error ? error.message : String(error)}`)
  process.exit(1)
})
