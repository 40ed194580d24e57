import { availableParallelism } from 'node:os'
import { argv } from 'node:process'
import { parseArgs } from 'node:util'
import { Worker, isMainThread, parentPort, workerData } from 'node:worker_threads'
import { z } from 'zod'
import { report } from './report.ts'
import { runSeeds } from './run-seeds.ts'
import { type Tally, joined } from './tally.ts'

/**
 * `npm run simulate -- --seeds N [--first S]`: lives through N simulated worlds of payments (docs/payments.md), on every
 * core, and prints what happened in them. Ends with 1 when a promise was broken; `--seeds 1 --first S` replays one,
 * `--stop` stops at the first that breaks one. `--without-safeguards`: see `remove-safeguards.ts`.
 */

const Share = z.object({ first: z.number().int(), many: z.number().int(), stop: z.boolean() })

if (!isMainThread) await work()
else if (argv.includes('--without-safeguards')) await import('./remove-safeguards.ts')
else await simulate()

async function simulate(): Promise<void> {
  const { values } = parseArgs({
    options: {
      seeds: { type: 'string', default: '2000' },
      first: { type: 'string', default: '1' },
      stop: { type: 'boolean', default: false },
    },
  })
  const [seeds, first] = [Number(values.seeds), Number(values.first)]
  const workers = Math.min(seeds, availableParallelism())
  const each = Math.ceil(seeds / workers)
  const began = performance.now()
  const shares = Array.from({ length: workers }, (_, index) => {
    const start = first + index * each
    return { first: start, many: Math.min(each, first + seeds - start), stop: values.stop }
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
  const { first, many, stop } = Share.parse(workerData)
  parentPort?.postMessage(await runSeeds(first, many, stop))
}
