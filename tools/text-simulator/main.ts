import { env } from 'node:process'
import { z } from 'zod'
import { startTextSimulator } from './start.ts'

/** Settings of the stand-in as a process of its own; see README.md. */
const Settings = z.object({
  PORT: z.coerce.number().int().min(0).max(65535).default(0),
  HOST: z.string().default('127.0.0.1'),
  BOOKS: z.string().min(1),
  /** Where replies go. */
  REPLIES_URL: z.url().optional(),
})

const { PORT: port, HOST: host, BOOKS: books, REPLIES_URL: repliesUrl } = Settings.parse(env)
const texts = await startTextSimulator({ port, host, books })
if (repliesUrl) texts.sendTo(repliesUrl)
console.log(JSON.stringify({ port: texts.port, url: texts.url }))
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void texts.close().then(() => process.exit(0)))
}
