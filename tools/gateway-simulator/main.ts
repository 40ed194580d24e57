import { z } from 'zod'
import { credentialsFrom } from './credentials.ts'
import { startGatewaySimulator } from './start.ts'

/** Settings of the simulator as a process of its own; see README.md. */
const Environment = z.object({
  PORT: z.coerce.number().int().min(0).max(65535).default(0),
  HOST: z.string().default('127.0.0.1'),
  BOOKS: z.string().min(1),
  TIME_ZONE: z.string().default('Pacific/Guam'),
  CARD_GATEWAY_ID: z.string().min(1),
  CARD_GATEWAY_PASSWORD: z.string().min(1),
  CARD_GATEWAY_KEY_ID: z.string().min(1),
  CARD_GATEWAY_HMAC_KEY: z.string().min(1),
  CARD_GATEWAY_SEARCH_USER: z.string().min(1),
  CARD_GATEWAY_SEARCH_PASSWORD: z.string().min(1),
})

async function main(): Promise<void> {
  const settings = Environment.safeParse(process.env)
  if (!settings.success) {
    const names = settings.error.issues.map((issue) => issue.path.join('.'))
    throw new Error(`Settings missing or wrong: ${names.join(', ')}`)
  }
  const { data } = settings
  const simulator = await startGatewaySimulator({
    host: data.HOST,
    port: data.PORT,
    books: data.BOOKS,
    timeZone: data.TIME_ZONE,
    credentials: credentialsFrom(data),
  })
  console.log(JSON.stringify({ port: simulator.port, url: simulator.url }))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void simulator.close().then(() => process.exit(0)))
  }
}

main().catch((error: unknown) => {
  console.error(`Gateway simulator: ${error instanceof Error ? error.message : String(error)}`)
  process.exit(1)
})
