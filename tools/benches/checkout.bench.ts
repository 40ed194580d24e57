import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { addTestAccount } from '@portal/server/adapters/billing-system/testing/ledger.ts'
import { connect } from '@portal/server/database/connect.ts'
import { migrate } from '@portal/server/database/migrate.ts'
import { startGatewaySimulator } from '../gateway-simulator/start.ts'
import { testCredentials } from '../gateway-simulator/testing/credentials.ts'
import { startPostgres } from '../postgres/start-postgres.ts'
import { settingsFor, startServer } from '../world/server.ts'
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
  const folder = await mkdtemp(join(tmpdir(), 'bench-checkout-'))
  const postgres = await startPostgres({ folder: join(folder, 'pg'), durable: true, onLine: () => undefined })
  try {
    await migrate(postgres.url)
    const accounts = await makeAccounts(postgres.url)
    const ours = await measurePortal(postgres.url, folder, accounts)
    const yardstick = await measureStatements(postgres.url, folder)
    const ratio = ours / yardstick
    const target = { text: `at least ${lowestRatio}`, isMet: ratio >= lowestRatio }
    const figures = { ours: `${ours.toFixed(0)} checkouts/s`, yardstick: `${yardstick.toFixed(0)} pgbench/s` }
    return [{ name: 'checkout ÷ the same statements in pgbench', ...figures, ratio, target }]
  } finally {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function makeAccounts(url: string): Promise<string[]> {
  const { db, close } = connect(url)
  const accounts = Array.from({ length: payers }, (_, index) => `90000000${String(index).padStart(2, '0')}`)
  for (const account of accounts) await addTestAccount(db, { account, balance: 10_000, email: null })
  await close()
  return accounts
}

async function measurePortal(url: string, folder: string, accounts: string[]): Promise<number> {
  const gateway = await startGatewaySimulator({ credentials: testCredentials, books: join(folder, 'books') })
  const server = await startServer({ ...settingsFor(url, gateway.url), ...settingsUnderLoad }, null)
  const { pool, close } = connect(url)
  try {
    return (await checkoutLoad({ portals: [server.address], accounts, paymentsEach, pool })).perSecond
  } finally {
    await close()
    await server.kill('SIGTERM')
    await gateway.close()
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
