import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type pg from 'pg'
import { Payer, type TypedCard, type Wish } from '../world/payer.ts'
import type { World } from '../world/start-world.ts'
import { zip } from './frame/fill.ts'
import { inTurns } from './frame/measures.ts'
import { type Bench, type Row, compared } from './frame/run.ts'

/** That pay by hand. */
export const accounts = Array.from({ length: 16 }, (_, nth) => String(9_000_000_000 + nth))
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

/** The same with cards typed into Stripe's frame, in turns with the specified gateway. */
export const gateways: Bench = {
  name: 'Checkout throughput by gateway',
  world: { ...checkout.world, hasStripe: true },
  async measure(world) {
    const stripe = async () => await checkoutsPerSecond(world, {}, async () => await world.typed())
    const payeezy = async () => await checkoutsPerSecond(world, { CARD_GATEWAY: 'payeezy' }, async () => ({}))
    const both = await inTurns(3, stripe, payeezy)
    return [compared('checkout with Stripe ÷ with Payeezy', both, 'a second', { atLeast: 0.8 })]
  },
}

async function measure(world: World): Promise<Row[]> {
  const ours = await checkoutsPerSecond(world, {}, async () => ({}))
  const yardstick = await statementsPerSecond(world.database.url)
  return [compared('checkout ÷ the same statements in pgbench', [ours, yardstick], 'a second', { atLeast: 0.5 })]
}

export async function checkoutsPerSecond(
  world: World,
  settings: Record<string, string>,
  typed: () => Promise<TypedCard>,
): Promise<number> {
  const server = await world.start({ settings })
  const { pool } = world.database
  const payers = await Promise.all(accounts.map((account) => preparePayer(server.address, account, typed)))
  await Promise.all(payers.map((pay) => pay(warmUps)))
  await untilPosted(pool)
  await pool.query('checkpoint')

  const began = performance.now()
  await Promise.all(payers.map((pay) => pay(paymentsEach)))
  await untilPosted(pool)
  const ours = (accounts.length * paymentsEach) / ((performance.now() - began) / 1000)
  await server.kill('SIGTERM')
  return ours
}

/**
 * A payer who pays the same account again as soon as the last payment is answered. The human verifications are solved
 * beforehand and the cards typed, because they are the browser's work.
 */
async function preparePayer(
  portal: string,
  accountId: string,
  typed: () => Promise<TypedCard>,
): Promise<(times: number) => Promise<void>> {
  const payer = new Payer(portal)
  let amountDue = await payer.find(accountId, zip)
  const solved: Pick<Wish, 'key' | 'humanCheck' | 'card' | 'cardToken'>[] = []
  for (let nth = 0; nth < warmUps + paymentsEach; nth++) {
    const key = randomUUID()
    solved.push({ key, humanCheck: await payer.solve('checkout', key), ...(await typed()) })
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

export async function untilPosted(pool: pg.Pool): Promise<void> {
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
