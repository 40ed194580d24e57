import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { startWorld } from '../world/start-world.ts'
import { settingsUnderLoad } from './checkout/load.ts'
import { type HttpClient, httpClient } from './http-client.ts'
import { type SignInCost, callsBeside, enrolLoad, signInCosts } from './sign-in/load.ts'
import { quantile, type BenchRow } from './table.ts'

export const name = 'Signing in'

const atOnce = 50
const mostRest = 5
const mostDelay = 2

/**
 * What a sign-in costs in addition to the hash of its password and the bare call, and how much fifty sign-ins at once
 * slow down other people's calls. Through HTTP, on a durable database.
 */
export async function run(): Promise<BenchRow[]> {
  const world = await startWorld({ accounts: [], settings: settingsUnderLoad })
  try {
    const customers = await enrolLoad(world.database.url, atOnce)
    const server = await world.start()
    const portal = httpClient(server.address)
    try {
      const costs = await withBare((bare) => signInCosts(portal, bare, customers))
      return [costRow(costs), delayRow(await callsBeside(server.address, portal, customers))]
    } finally {
      portal.close()
    }
  } finally {
    await world.close()
  }
}

/** A server in its own process that does nothing, to measure a call without the portal. */
async function withBare<T>(use: (bare: HttpClient) => Promise<T>): Promise<T> {
  const child = spawn(process.execPath, [fileURLToPath(new URL('sign-in/bare-reply.ts', import.meta.url))], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const { value: address } = await createInterface(child.stdout)[Symbol.asyncIterator]().next()
  const bare = httpClient(String(address))
  try {
    return await use(bare)
  } finally {
    bare.close()
    child.kill()
    await once(child, 'exit')
  }
}

function costRow(costs: readonly SignInCost[]): BenchRow {
  const median = (valueOf: (cost: SignInCost) => number): number => quantile(costs.map(valueOf), 0.5)
  const total = median((cost) => cost.total)
  const hash = median((cost) => cost.hash)
  const bare = median((cost) => cost.bare)
  const rest = median((cost) => cost.total - cost.hash - cost.bare)
  return {
    name: 'sign-in ÷ the hash of its password, medians',
    ours: `${total.toFixed(1)} ms`,
    yardstick: `${hash.toFixed(1)} ms hash, ${bare.toFixed(1)} ms bare call`,
    ratio: total / hash,
    target: { text: `rest under ${mostRest} ms, is ${rest.toFixed(1)}`, isMet: rest < mostRest },
  }
}

function delayRow({ alone, beside }: { alone: readonly number[]; beside: readonly number[] }): BenchRow {
  const [quiet, busy] = [alone, beside].map((times) => quantile(times, 0.99))
  const ratio = (busy ?? 0) / (quiet ?? 1)
  return {
    name: `p99 of other calls beside ${atOnce} sign-ins at once ÷ alone`,
    ours: `${(busy ?? 0).toFixed(1)} ms`,
    yardstick: `${(quiet ?? 0).toFixed(1)} ms`,
    ratio,
    target: { text: `at most ${mostDelay}`, isMet: ratio <= mostDelay },
  }
}
