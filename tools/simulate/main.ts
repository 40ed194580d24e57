import { availableParallelism } from 'node:os'
import { argv } from 'node:process'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { WholeNumber, WrongWords, readWords } from '../command-line.ts'
import type { Worlds } from './plan.ts'
import type { ToLiveThrough, ToTakeAway } from './run-worlds.ts'
import { safeguardsAt } from './safeguards.ts'

/**
 * `npm run simulate -- --seeds N [--first S]` runs N simulated worlds of payments (docs/payments.md) and prints what
 * happened in them. Exits with 1 when a promise was broken; then the first plan that broke one is shrunk as far as
 * possible and printed.
 */

const usage = `npm run simulate -- [--gateway G] [--seeds N] [--first S] [--workers W] [--stop] [--keep]
  Lives through N simulated worlds of payments (2000 when not said), the first one with seed S.
  --gateway   payeezy (when not said), stripe, or autopay: weeks of AutoPay with Stripe; for the other commands, too
  --workers   on so many threads; as many as there are cores when not said
  --stop      end with the first broken promise
  --keep      keep the smallest plan that breaks a promise where the tests live through it again
npm run simulate -- --without-safeguards [--seeds N] [--only NAME]
  Takes the safeguards of the payment engine away, one at a time, and lets N simulated worlds (500 when not said), in
  which the safeguard matters, find the harm. Ends with 1 when one can be taken away unnoticed.
  --only  those whose name starts so
npm run simulate -- --notifications [--help]
  Lives through worlds of notifications.
npm run simulate -- --billing-files [--help]
  Lives through worlds of balance files.
npm run simulate -- --processes [--gateway G] [--seconds N] [--payers P] [--seed S]
  Lets people pay at three real servers, which are killed, as is PostgreSQL, while the gateway misbehaves.`

const Gateway = z
  .enum(['payeezy', 'stripe', 'autopay'])
  .transform((name): Worlds => (name === 'payeezy' ? 'gge4' : name))
  .default('gge4')
const Words = z.object({
  gateway: Gateway,
  seeds: WholeNumber.default(2000),
  first: WholeNumber.default(1),
  workers: WholeNumber.default(() => availableParallelism()),
  stop: z.boolean().default(false),
  keep: z.boolean().default(false),
})
const Without = z.object({ gateway: Gateway, seeds: WholeNumber.default(500), only: z.string().default('') })

const text = { type: 'string' } as const
const flag = { type: 'boolean' } as const

if (argv.includes('--notifications')) {
  const { simulateNotifications } = await import('./notifications/main.ts')
  await simulateNotifications()
} else if (argv.includes('--billing-files')) {
  const { simulateBillingFiles } = await import('./billing-files/main.ts')
  await simulateBillingFiles()
} else if (argv.includes('--without-safeguards')) {
  const words = readWords(usage, parseWithout)
  if (words) await (await worlds()).takeAwayEach(words)
} else {
  const words = readWords(usage, parseWords)
  if (words) await (await worlds()).simulate(words)
}

/** Loaded only now, so that a wrong word is reported at once, before the whole product has been loaded. */
async function worlds() {
  return await import('./run-worlds.ts')
}

function parseWords(): ToLiveThrough {
  const options = { gateway: text, seeds: text, first: text, workers: text, stop: flag, keep: flag }
  return Words.parse(parseArgs({ options }).values)
}

function parseWithout(): ToTakeAway {
  const options = { 'without-safeguards': flag, gateway: text, seeds: text, only: text }
  const { gateway, seeds, only } = Without.parse(parseArgs({ options }).values)
  const chosen = safeguardsAt(gateway).filter(({ name }) => name.startsWith(only))
  if (chosen.length === 0) throw new WrongWords(`No safeguard's name starts with '${only}'`)
  return { gateway, seeds, chosen }
}
