import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { addTestAccount } from '@portal/server/adapters/billing-system/test-ledger.ts'
import { connect } from '@portal/server/database/connect.ts'
import { migrate } from '@portal/server/database/migrate.ts'
import { settingsFor, testCredentials } from '../crash/settings.ts'
import { startServer } from '../crash/server-process.ts'
import { startGatewaySimulator } from '../gateway-simulator/start.ts'
import { Payer } from '../payer/payer.ts'
import { startPostgres } from '../postgres/start-postgres.ts'
import type { BenchRow } from '../run/bench-table.ts'
import { checkoutScript } from './checkout-statements.ts'

export const name = 'Checkout throughput'

const payers = 16
const paymentsEach = 60
const yardstickSeconds = 15
const lowestRatio = 0.5

/**
 * Payments per second through HTTP, engine, signed gateway call and durable commits, until every one is posted to the
 * billing ledger; beside pgbench running the same durable statements and nothing else, with as many clients.
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
  const settings = { ...settingsFor(url, gateway.url), RATE_LIMIT_FACTOR: '100000', CARD_GATEWAY_TIMEOUT_SECONDS: '30' }
  const server = await startServer(settings, null)
  const { pool, close } = connect(url)
  try {
    const ready = await Promise.all(accounts.map((account) => prepare(server.address, account)))
    await pool.query('checkpoint')
    const began = performance.now()
    await Promise.all(ready.map(payAll))
    await untilPosted(async () => {
      const open = await pool.query<{ count: number }>(`select count(*) from posting where state <> 'POSTED'`)
      return Number(open.rows[0]?.count) === 0
    })
    return (payers * paymentsEach) / ((performance.now() - began) / 1000)
  } finally {
    await close()
    await server.kill('SIGTERM')
    await gateway.close()
  }
}

interface Ready {
  payer: Payer
  account: string
  solved: { key: string; humanCheck: string }[]
}

/** The human verifications are solved before, because they are the browser's work. */
async function prepare(address: string, account: string): Promise<Ready> {
  const payer = new Payer(address)
  await payer.find(account, '96913')
  const solved: Ready['solved'] = []
  for (let index = 0; index < paymentsEach; index++) {
    const key = randomUUID()
    solved.push({ key, humanCheck: await payer.solve('checkout', key) })
  }
  return { payer, account, solved }
}

async function payAll({ payer, account, solved }: Ready): Promise<void> {
  for (const { key, humanCheck } of solved) {
    const reply = await payer.checkOut({ key, humanCheck, accounts: [{ accountId: account, amount: 1_000 }] })
    const text = await reply.text()
    if (reply.status !== 200 || !text.includes('"approved"')) throw new Error(`A payment failed: ${text}`)
  }
}

async function untilPosted(isDone: () => Promise<boolean>): Promise<void> {
  while (!(await isDone())) await new Promise((resolve) => setTimeout(resolve, 20))
}

/** pgbench of the machine, because the embedded PostgreSQL ships without it. */
async function measureStatements(url: string, folder: string): Promise<number> {
  const script = join(folder, 'checkout.sql')
  await writeFile(script, checkoutScript)
  const parameters = ['-n', '-M', 'prepared', '-c', String(payers), '-j', '2', '-T', String(yardstickSeconds)]
  const { stdout } = await promisify(execFile)('pgbench', [...parameters, '-f', script, url])
  const found = /tps = ([\d.]+)/.exec(stdout)
  if (!found) throw new Error(`pgbench said:\n${stdout}`)
  return Number(found[1])
}
