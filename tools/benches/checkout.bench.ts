import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { startWorld } from '../world/start-world.ts'
import { checkoutLoad, settingsUnderLoad } from './checkout/load.ts'
import { checkoutScript } from './checkout/statements.ts'
import type { BenchRow } from './table.ts'

export const name = 'Checkout throughput'

const payers = 16
const paymentsEach = 60
const yardstickSeconds = 15
const lowestRatio = 0.5

/**
 * Payments per second through HTTP, engine, signed gateway call and durable commits, until all are posted to the
 * billing ledger. Compared with pgbench, which runs only the same durable statements, with as many clients.
 */
export async function run(): Promise<BenchRow[]> {
  const accounts = Array.from({ length: payers }, (_, index) => `90000000${String(index).padStart(2, '0')}`)
  const ledger = accounts.map((account) => ({ account, balance: 10_000, email: null }))
  const world = await startWorld({ accounts: ledger, settings: settingsUnderLoad })
  try {
    const server = await world.start()
    const { pool, url } = world.database
    const ours = await checkoutLoad({ portal: server.address, accounts, paymentsEach, pool })
    await server.kill('SIGTERM')
    const yardstick = await measureStatements(url, world.folder)
    const ratio = ours / yardstick
    const target = { text: `at least ${lowestRatio}`, isMet: ratio >= lowestRatio }
    const figures = { ours: `${ours.toFixed(0)} checkouts/s`, yardstick: `${yardstick.toFixed(0)} pgbench/s` }
    return [{ name: 'checkout ÷ the same statements in pgbench', ...figures, ratio, target }]
  } finally {
    await world.close()
  }
}

/** Uses the machine's pgbench, because the embedded PostgreSQL comes without it. */
async function measureStatements(url: string, folder: string): Promise<number> {
  const script = join(folder, 'checkout.sql')
  await writeFile(script, checkoutScript)
  const parameters = ['-n', '-M', 'prepared', '-c', String(payers), '-j', '2', '-T', String(yardstickSeconds)]
  const { stdout } = await promisify(execFile)('pgbench', [...parameters, '-f', script, url])
  const found = /tps = ([\d.]+)/.exec(stdout)
  if (!found) throw new Error(`pgbench said:\n${stdout}`)
  return Number(found[1])
}
