import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '@portal/server/database/migrate.ts'
import { startServer } from '../crash/server-process.ts'
import { settingsFor } from '../crash/settings.ts'
import { startPostgres } from '../postgres/start-postgres.ts'
import type { BenchRow } from '../run/bench-table.ts'
import { settingsUnderLoad } from './checkout-load.ts'
import { type SignInCost, callsBeside, enrolLoad, signInCosts } from './sign-in-load.ts'

export const name = 'Signing in'

const atOnce = 50
const mostRest = 5
const mostDelay = 2

/**
 * What a sign-in costs beside the hash of its password, and what fifty sign-ins at once do to the calls of everybody else;
 * through HTTP, on a durable database.
 */
export async function run(): Promise<BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-sign-in-'))
  const postgres = await startPostgres({ folder: join(folder, 'pg'), durable: true, onLine: () => undefined })
  try {
    await migrate(postgres.url)
    const customers = await enrolLoad(postgres.url, atOnce)
    const settings = { ...settingsFor(postgres.url, 'http://127.0.0.1:9'), ...settingsUnderLoad }
    const server = await startServer(settings, null)
    try {
      return [
        costRow(await signInCosts(server.address, customers)),
        delayRow(await callsBeside(server.address, customers)),
      ]
    } finally {
      await server.kill('SIGTERM')
    }
  } finally {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

function costRow(costs: readonly SignInCost[]): BenchRow {
  const total = quantile(costs, (cost) => cost.total, 0.5)
  const hash = quantile(costs, (cost) => cost.hash, 0.5)
  const rest = quantile(costs, (cost) => cost.total - cost.hash, 0.5)
  return {
    name: 'sign-in ÷ the hash of its password, medians',
    ours: `${total.toFixed(1)} ms`,
    yardstick: `${hash.toFixed(1)} ms hash`,
    ratio: total / hash,
    target: { text: `rest under ${mostRest} ms, is ${rest.toFixed(1)}`, isMet: rest < mostRest },
  }
}

function delayRow({ alone, beside }: { alone: readonly number[]; beside: readonly number[] }): BenchRow {
  const [quiet, busy] = [alone, beside].map((times) => quantile(times, (time) => time, 0.99))
  const ratio = (busy ?? 0) / (quiet ?? 1)
  return {
    name: `p99 of other calls beside ${atOnce} sign-ins at once ÷ alone`,
    ours: `${(busy ?? 0).toFixed(1)} ms`,
    yardstick: `${(quiet ?? 0).toFixed(1)} ms`,
    ratio,
    target: { text: `at most ${mostDelay}`, isMet: ratio <= mostDelay },
  }
}

function quantile<Sample>(samples: readonly Sample[], valueOf: (sample: Sample) => number, share: number): number {
  const values = samples.map(valueOf).toSorted((one, other) => one - other)
  return values[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0
}
