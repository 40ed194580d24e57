import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type pg from 'pg'
import { Payer } from '../world/payer.ts'
import type { World } from '../world/start-world.ts'
import { zip } from './frame/fill.ts'
import { type Bench, type Row, compared } from './frame/run.ts'

const accounts = Array.from({ length: 16 }, (_, nth) => String(9_000_000_000 + nth))
const paymentsEach = 60
/** Before the measurement, because every new connection must plan its first statements. */
const warmUps = 15
const yardstickSeconds = 15

/**
 * Payments per second through HTTP, engine, signed gateway call and durable commits, until all are posted to the
 * billing ledger. Compared with pgbench, which runs only the same durable statements, with as many clients.
 */
export const checkout: Bench = {
  name: 'Checkout throughput',
  world: { accounts: accounts.map((account) => ({ account, balance: 10_000, email: null })) },
  measure,
}

async function measure(world: World): Promise<Row[]> {
  const server = await world.start()
  const { pool, url } = world.database
  const payers = await Promise.all(accounts.map((account) => preparePayer(server.address, account)))
  await Promise.all(payers.map((pay) => pay(warmUps)))
  await untilPosted(pool)
  await pool.query('checkpoint')

  const began = performance.now()
  await Promise.all(payers.map((pay) => pay(paymentsEach)))
  await untilPosted(pool)
  const ours = (accounts.length * paymentsEach) / ((performance.now() - began) / 1000)
  await server.kill('SIGTERM')
  const yardstick = await statementsPerSecond(url)
  return [compared('checkout ÷ the same statements in pgbench', [ours, yardstick], 'a second', { atLeast: 0.5 })]
}

/**
 * A payer who pays the same account again as soon as the last payment is answered. The human verifications are solved
 * beforehand, because they are the browser's work.
 */
async function preparePayer(portal: string, accountId: string): Promise<(times: number) => Promise<void>> {
  const payer = new Payer(portal)
  let amountDue = await payer.find(accountId, zip)
  const solved: { key: string; humanCheck: string }[] = []
  for (let nth = 0; nth < warmUps + paymentsEach; nth++) {
    const key = randomUUID()
    solved.push({ key, humanCheck: await payer.solve('checkout', key) })
  }
  return async (times) => {
    for (const check of solved.splice(0, times)) {
      const reply = await payer.checkOut({ ...check, accounts: [{ accountId, amount: 1_000, amountDue }] })
      const text = await reply.text()
      if (reply.status !== 200 || !text.includes('"approved"')) throw new Error(`A payment failed: ${text}`)
      amountDue -= 1_000
    }
  }
}

async function untilPosted(pool: pg.Pool): Promise<void> {
  while ((await pool.query(`select from posting where state <> 'POSTED' limit 1`)).rowCount !== 0) await wait(20)
}

/** Uses the machine's pgbench, because the embedded PostgreSQL comes without it. */
async function statementsPerSecond(url: string): Promise<number> {
  const script = fileURLToPath(new URL('checkout.sql', import.meta.url))
  const options = `-n -M prepared -c ${accounts.length} -j 2 -T ${yardstickSeconds}`.split(' ')
  const { stdout } = await promisify(execFile)('pgbench', [...options, '-f', script, url])
  const found = /tps = ([\d.]+)/.exec(stdout)
  if (!found) throw new Error(`pgbench said:\n${stdout}`)
  return Number(found[1])
}
