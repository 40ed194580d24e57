import { type ChaosWorld, startChaosWorld } from '../chaos/chaos-world.ts'
import type { BenchRow } from '../run/bench-table.ts'
import { quantile } from '../run/quantile.ts'
import { type CheckoutLoad, checkoutLoad, settingsUnderLoad } from './checkout/load.ts'

export const name = 'Checkouts with several server processes'

const payers = 18
const paymentsEach = 40
/** Few enough that they do not wait for each other. */
const payersOfTail = 3
const paymentsOfTail = 200

/**
 * Checkouts per second with two and with three server processes, compared with one, all on this machine. Also the tail
 * of the portal's own time for a checkout: how long the payer waits, less the time that the gateway simulator had the
 * charge.
 */
export async function run(): Promise<BenchRow[]> {
  const one = await throughputOf(1)
  const rows: BenchRow[] = []
  for (const processes of [2, 3]) {
    const many = await throughputOf(processes)
    const figures = { ours: `${many.toFixed(0)} checkouts/s`, yardstick: `${one.toFixed(0)} checkouts/s` }
    rows.push({ name: `${processes} server processes ÷ 1`, ...figures, ratio: many / one })
  }
  return [...rows, await withWorld(1, payersOfTail, tailRow)]
}

async function throughputOf(processes: number): Promise<number> {
  return await withWorld(processes, payers, async (world) => (await load(world, paymentsEach)).perSecond)
}

async function tailRow(world: ChaosWorld): Promise<BenchRow> {
  const { paid } = await load(world, paymentsOfTail)
  const atGateway = new Map(
    (await world.gateway.arrivals()).map((arrival) => [arrival.reference, arrival.milliseconds]),
  )
  const own = paid.map(({ reference, milliseconds }) => milliseconds - (atGateway.get(reference) ?? 0))
  const [median, last] = [quantile(own, 0.5), quantile(own, 0.99)]
  const figures = { ours: `${last.toFixed(1)} ms p99`, yardstick: `${median.toFixed(1)} ms median` }
  return { name: "the portal's own time per checkout, p99 ÷ median", ...figures, ratio: last / median }
}

async function load(world: ChaosWorld, payments: number): Promise<CheckoutLoad> {
  const portals = world.servers.map(({ address }) => address)
  return await checkoutLoad({ portals, accounts: world.accounts, paymentsEach: payments, pool: world.pool })
}

async function withWorld<T>(servers: number, accounts: number, use: (world: ChaosWorld) => Promise<T>): Promise<T> {
  const world = await startChaosWorld({ servers, accounts, settings: settingsUnderLoad })
  try {
    return await use(world)
  } finally {
    await world.close()
  }
}
