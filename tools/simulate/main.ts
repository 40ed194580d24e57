import { availableParallelism } from 'node:os'
import { argv } from 'node:process'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { WholeNumber, WrongWords, readWords } from '../command-line.ts'
import { openWorldDatabase, type NewDatabase, withPostgres } from './database.ts'
import { keepPlan, planOf } from './plan.ts'
import { describePlan, progressLine, report } from './report.ts'
import { tryPlan } from './run-plan.ts'
import { type Safeguard, safeguards } from './safeguards.ts'
import { shrink } from './shrink.ts'
import { runOnWorker, runOnWorkers } from './workers.ts'

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
  Takes the safeguards of the payment engine away, one at a time, and lets N simulated worlds (500 when not said), in
  which the safeguard matters, find the harm. Ends with 1 when one can be taken away unnoticed.
  --only  those whose name starts so
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
const WithoutWords = z.object({ seeds: WholeNumber.default(500), only: z.string().default('') })

const text = { type: 'string' } as const
const flag = { type: 'boolean' } as const

if (argv.includes('--without-safeguards')) {
  const words = readWords(usage, parseWithout)
  if (words) await withPostgres(async (newDatabase) => await takeAwayEach(words, newDatabase))
} else {
  const words = readWords(usage, parseWords)
  if (words) await withPostgres(async (newDatabase) => await simulate(words, newDatabase))
}

function parseWords(): Words {
  const options = { seeds: text, first: text, workers: text, stop: flag, keep: flag }
  return Words.parse(parseArgs({ options }).values)
}

function parseWithout(): { seeds: number; chosen: readonly Safeguard[] } {
  const options = { 'without-safeguards': flag, seeds: text, only: text }
  const { seeds, only } = WithoutWords.parse(parseArgs({ options }).values)
  const chosen = safeguards.filter(({ name }) => name.startsWith(only))
  if (chosen.length === 0) throw new WrongWords(`No safeguard's name starts with '${only}'`)
  return { seeds, chosen }
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

async function takeAwayEach(
  { seeds, chosen }: { seeds: number; chosen: readonly Safeguard[] },
  newDatabase: NewDatabase,
): Promise<void> {
  const left = [...chosen]
  const takeAway = async (): Promise<void> => {
    for (let next = left.shift(); next; next = left.shift()) {
      const found = await firstBroken(next, seeds, await newDatabase())
      console.log(`${found ? 'noticed  ' : 'UNNOTICED'}  ${next.name}${found ? `\n           ${found}` : ''}`)
      if (!found) process.exitCode = 1
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, takeAway))
}

async function firstBroken({ name: without }: Safeguard, many: number, url: string): Promise<string | null> {
  const { broken } = await runOnWorker({ url, first: 1, many, stopAtFirst: true, without }, () => undefined)
  const [first] = broken
  return first ? `seed ${first.seed}: ${first.promise}` : null
}
