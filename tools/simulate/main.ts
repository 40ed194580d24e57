import { availableParallelism } from 'node:os'
import { argv } from 'node:process'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { WholeNumber, readWords } from '../command-line.ts'
import { openWorldDatabase } from './database.ts'
import { keepPlan } from './kept-plans.ts'
import { planOf } from './plan.ts'
import { type NewDatabase, withPostgres } from './postgres.ts'
import { describePlan, progressLine, report } from './report.ts'
import { tryPlan } from './run-plan.ts'
import { shrink } from './shrink.ts'
import { runOnWorkers } from './workers.ts'

/**
 * `npm run simulate -- --seeds N [--first S]` runs N simulated worlds of payments (docs/payments.md) and prints what
 * happened in them. Exits with 1 when a promise was broken; then the first plan that broke one is shrunk as far as
 * possible and printed.
 */

const usage = `npm run simulate -- [--seeds N] [--first S] [--workers W] [--stop] [--keep]
  Lives through N simulated worlds of payments (2000 when not said), the first one with seed S.
  --workers   on so many threads; as many as there are cores when not said
  --stop      end with the first broken promise
  --keep      keep the smallest plan that breaks a promise where the tests live through it again
npm run simulate -- --without-safeguards [--seeds N] [--only NAME]
  Takes the safeguards away one at a time; the simulation must notice the lack of each.
npm run simulate -- --processes [--seconds N] [--payers P] [--seed S]
  Lets people pay at three real servers, which are killed, as is PostgreSQL, while the gateway misbehaves.`

const Words = z.object({
  seeds: WholeNumber.default(2000),
  first: WholeNumber.default(1),
  workers: WholeNumber.default(() => availableParallelism()),
  stop: z.boolean().default(false),
  keep: z.boolean().default(false),
})
type Words = z.infer<typeof Words>

if (argv.includes('--without-safeguards')) await import('./without-safeguards.ts')
else {
  const words = readWords(usage, parseWords)
  if (words) await withPostgres(async (newDatabase) => await simulate(words, newDatabase))
}

function parseWords(): Words {
  const text = { type: 'string' } as const
  const flag = { type: 'boolean' } as const
  const options = { seeds: text, first: text, workers: text, stop: flag, keep: flag }
  return Words.parse(parseArgs({ options }).values)
}

async function simulate(words: Words, newDatabase: NewDatabase): Promise<void> {
  const { first, seeds: many, stop: stopAtFirst, workers } = words
  const began = performance.now()
  const seconds = (): number => (performance.now() - began) / 1000
  const tally = await runOnWorkers(
    { first, many, stopAtFirst, without: null },
    { workers, newDatabase, onProgress: (soFar) => console.error(progressLine(soFar, seconds())) },
  )
  console.log(report(tally, { first, seconds: seconds() }))
  const [broken] = tally.broken
  if (!broken) return
  process.exitCode = 1
  const database = await openWorldDatabase(await newDatabase())
  const { plan, promise } = await shrink(planOf(broken.seed), async (smaller) => await tryPlan(smaller, database))
  await database.close()
  console.log(describePlan(plan, promise))
  if (words.keep) console.log(`Kept in ${await keepPlan({ broke: promise, plan })}`)
}
