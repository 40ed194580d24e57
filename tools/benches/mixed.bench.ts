import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { env } from 'node:process'
import type { World } from '../world/start-world.ts'
import { MixedLoad, peak } from './mixed/load.ts'
import { type MemoryTrend, memoryDuring } from './mixed/memory.ts'
import { memoryRow, stepLines, stepRow, type Step } from './mixed/step.ts'
import { startMixedWorld } from './mixed/world.ts'
import type { BenchRow } from './table.ts'

export const name = 'Everything at once, behind nginx'

const accounts = Number(env['BENCH_MIXED_ACCOUNTS'] ?? 50_000)
/** The multiples of the peak, step by step. Memory is measured in the first step. */
const steps = (env['BENCH_MIXED_STEPS'] ?? '1,2,4,10').split(',').map(Number)
const stepSeconds = Number(env['BENCH_MIXED_STEP_SECONDS'] ?? 30)
const memorySeconds = Number(env['BENCH_MIXED_MEMORY_SECONDS'] ?? 120)
/**
 * Seconds that do not count, because Node still compiles its busiest code and connections have no prepared statements
 * yet.
 */
const warmUpSeconds = 30

/**
 * The whole load of a utility at once: visitors who sign in, look around and pay, guests who pay, finance and clerks.
 * They go through nginx and TLS to three server processes on one durable database, at the peak of a utility of a
 * million accounts and at multiples of it. Visitors arrive at their rate, whether or not earlier ones have been
 * answered. BENCH_MIXED_ACCOUNTS=1000000 makes the utility that large (34 GB of disk); BENCH_MIXED_FOLDER keeps the
 * filled database for the next run.
 */
export async function run(): Promise<BenchRow[]> {
  const folder = env['BENCH_MIXED_FOLDER'] ?? (await mkdtemp(join(tmpdir(), 'bench-mixed-')))
  await mkdir(folder, { recursive: true })
  try {
    const world = await startMixedWorld(folder, accounts, (line) => console.log(`  ${line}`))
    try {
      return await measure(world)
    } finally {
      await world.close()
    }
  } finally {
    if (!env['BENCH_MIXED_FOLDER']) await rm(folder, { recursive: true, force: true })
  }
}

async function measure({ proxy, database, servers, complaints }: World): Promise<BenchRow[]> {
  if (!proxy) throw new Error('The visitors need the proxy')
  const load = new MixedLoad({ site: proxy, accounts, db: database.db })
  await load.run(1, warmUpSeconds)
  const done: Step[] = []
  let memory: MemoryTrend[] = []
  for (const times of steps) {
    const isFirst = done.length === 0
    const step = measureStep(load, times, isFirst ? memorySeconds : stepSeconds)
    if (isFirst) {
      const pids = servers.map(({ pid }) => pid)
      memory = await Promise.all([memoryDuring(pids, memorySeconds), step]).then(([trend]) => trend)
    }
    done.push(await step)
    for (const line of stepLines(await step)) console.log(line)
  }
  for (const [complaint, times] of complaints) console.log(`  ${times} × in the log of a server: ${complaint}`)
  return [...done.map(stepRow), ...memory.map(memoryRow)]
}

async function measureStep(load: MixedLoad, times: number, seconds: number): Promise<Step> {
  const began = performance.now()
  const records = await load.run(times, seconds)
  return { times, offered: peak.calls * times, seconds: (performance.now() - began) / 1000, records }
}
