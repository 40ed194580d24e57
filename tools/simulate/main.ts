import { availableParallelism } from 'node:os'
import { argv } from 'node:process'
import { parseArgs } from 'node:util'
import { Worker, isMainThread, parentPort, workerData } from 'node:worker_threads'
import { z } from 'zod'
import { readWords } from '../run/read-words.ts'
import { WholeNumber } from '../run/whole-number.ts'
import { keepPlan } from './kept-plans.ts'
import { planOf } from './plan.ts'
import { runSeedsOverPostgres } from './postgres-worlds.ts'
import { describePlan, progressLine, report } from './report.ts'
import { tryPlan } from './run-plan.ts'
import { runSeeds } from './run-seeds.ts'
import { shrink } from './shrink.ts'
import { type Tally, joined } from './tally.ts'

/**
 * `npm run simulate -- --seeds N [--first S]` runs N simulated worlds of payments (docs/payments.md) and prints what
 * happened in them. Exits with 1 when a promise was broken; then the first plan that broke one is shrunk as far as
 * possible and printed.
 */

const usage = `npm run simulate -- [--seeds N] [--first S] [--workers W] [--postgres] [--stop] [--keep]
  Lives through N simulated worlds of payments (2000 when not said), the first one with seed S.
  --workers   on so many cores; all when not said
  --postgres  over a real PostgreSQL
  --stop      end with the first broken promise
  --keep      keep the smallest plan that breaks a promise where the tests live through it again
npm run simulate -- --without-safeguards [--seeds N] [--only NAME]
  Takes the safeguards away one at a time; the simulation must notice the lack of each.`

const Words = z.object({
  seeds: WholeNumber.default(2000),
  first: WholeNumber.default(1),
  workers: WholeNumber.default(() => availableParallelism()),
  stop: z.boolean().default(false),
  keep: z.boolean().default(false),
  postgres: z.boolean().default(false),
})
type Words = z.infer<typeof Words>

const Share = z.object({ first: z.number().int(), many: z.number().int(), stopAtFirst: z.boolean() })
type Share = z.infer<typeof Share>
const Message = z.union([z.object({ progress: z.custom<Tally>() }), z.object({ done: z.custom<Tally>() })])
type Message = z.infer<typeof Message>

if (!isMainThread) await work()
else if (argv.includes('--without-safeguards')) await import('./remove-safeguards.ts')
else {
  const words = readWords(usage, parseWords)
  if (words) await simulate(words)
}

function parseWords(): Words {
  const text = { type: 'string' } as const
  const flag = { type: 'boolean' } as const
  const options = { seeds: text, first: text, workers: text, stop: flag, keep: flag, postgres: flag }
  return Words.parse(parseArgs({ options }).values)
}

async function simulate(words: Words): Promise<void> {
  const whole: Share = { first: words.first, many: words.seeds, stopAtFirst: words.stop }
  const began = performance.now()
  const seconds = (): number => (performance.now() - began) / 1000
  const tellProgress = (tally: Tally): void => console.error(progressLine(tally, seconds()))
  const tally = words.postgres
    ? await runSeedsOverPostgres({ ...whole, onProgress: tellProgress })
    : await runOnWorkers(whole, words.workers, tellProgress)
  const where = words.postgres ? 'over PostgreSQL' : 'over the model'
  console.log(report(tally, { first: whole.first, seconds: seconds(), where }))
  const [broken] = tally.broken
  if (!broken) return
  process.exitCode = 1
  await showSmallest(broken.seed, words.keep)
}

/**
 * Over PostgreSQL, a seed may take another course than on the model, but only the model is fast enough for shrinking.
 */
async function showSmallest(seed: number, keep: boolean): Promise<void> {
  if ((await tryPlan(planOf(seed))).promise === null) {
    console.log(`Seed ${seed} keeps every promise over the model: replay it with --postgres --first ${seed} --seeds 1.`)
    return
  }
  const { plan, promise } = await shrink(planOf(seed), tryPlan)
  console.log(describePlan(plan, promise))
  if (keep) console.log(`Kept in ${await keepPlan({ broke: promise, plan })}`)
}

async function runOnWorkers({ first, many, stopAtFirst }: Share, most: number, onProgress: (tally: Tally) => void) {
  const workers = Math.max(1, Math.min(many, most))
  const each = Math.ceil(many / workers)
  const soFar = new Map<number, Tally>()
  const shares = Array.from({ length: workers }, (_, index): Share => {
    const start = first + index * each
    return { first: start, many: Math.max(0, Math.min(each, first + many - start)), stopAtFirst }
  })
  const runs = shares.map((share, index) =>
    runOnWorker(share, (tally) => {
      soFar.set(index, tally)
      onProgress(joined([...soFar.values()]))
    }),
  )
  return joined(await Promise.all(runs))
}

function runOnWorker(share: Share, onProgress: (tally: Tally) => void): Promise<Tally> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: share })
    worker.on('message', (sent) => {
      const message = Message.parse(sent)
      if ('done' in message) resolve(message.done)
      else onProgress(message.progress)
    })
    worker.on('error', reject)
  })
}

async function work(): Promise<void> {
  const say = (message: Message): void => parentPort?.postMessage(message)
  const onProgress = (progress: Tally): void => say({ progress })
  say({ done: await runSeeds({ ...Share.parse(workerData), onProgress }) })
}
