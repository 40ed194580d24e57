import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { Worker, isMainThread, parentPort, workerData } from 'node:worker_threads'
import { z } from 'zod'
import { report } from './report.ts'
import { runSeeds } from './run-seeds.ts'
import { type Tally, joined } from './tally.ts'

/**
 * `npm run simulate -- --seeds N [--first S]`: lives through N simulated worlds of payments (docs/payments.md), on every
 * core, and prints what happened in them. Ends with 1 when a promise was broken; `--seeds 1 --first S` replays one.
 */

const Share = z.object({ first: z.number().int(), many: z.number().int() })

if (isMainThread) await simulate()
else await work()

async function simulate(): Promise<void> {
  const options = { seeds: { type: 'string', default: '2000' }, first: { type: 'string', default: '1' } } as const
  const { values } = parseArgs({ options })
  const [seeds, first] = [Number(values.seeds), Number(values.first)]
  const workers = Math.min(seeds, availableParallelism())
  const each = Math.ceil(seeds / workers)
  const began = performance.now()
  const shares = Array.from({ length: workers }, (_, index) => {
    const start = first + index * each
    return { first: start, many: Math.min(each, first + seeds - start) }
  })
  const tally = joined(await Promise.all(shares.map(liveThrough)))
  console.log(report(tally, first, (performance.now() - began) / 1000))
  process.exitCode = tally.broken.length > 0 ? 1 : 0
}

function liveThrough(share: z.infer<typeof Share>): Promise<Tally> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: share })
    worker.on('message', resolve)
    worker.on('error', reject)
  })
}

async function work(): Promise<void> {
  const { first, many } = Share.parse(workerData)
  parentPort?.postMessage(await runSeeds(first, many))
}
