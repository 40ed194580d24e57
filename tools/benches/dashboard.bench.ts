import { env } from 'node:process'
import { readAccountSummary } from '@portal/contract/account-summary'
import { AccountNumber } from '@portal/contract/ids'
import { ledgerBalances } from '@portal/server/adapters/billing-system/ledger/balances.ts'
import { systemClock } from '@portal/server/clock.ts'
import { type Connection, type Db, connect } from '@portal/server/database/connect.ts'
import { migrate } from '@portal/server/database/migrate.ts'
import { openAccountsAfter } from '@portal/server/foundation/sessions/accounts.ts'
import { findByToken } from '@portal/server/foundation/sessions/session.ts'
import { readPortalPayments } from '@portal/server/payments/balances.ts'
import { readProfile } from '@portal/server/settings/profile.ts'
import { signInCustomer } from '@portal/server/testing/people.ts'
import type { World } from '../world/start-world.ts'
import { signInRows } from './dashboard-sign-in.ts'
import { type Statements, sentStatements, startBare } from './frame/bare.ts'
import { fillUtility, numberOf, ownerWithLogin } from './frame/fill.ts'
import { inTurns, quantile, took } from './frame/measures.ts'
import { type Bench, type Row, compared } from './frame/run.ts'
import { Visitor } from './frame/visitor.ts'

const sizes = { small: 1_000, large: Number(env['BENCH_DASHBOARD_ACCOUNTS'] ?? 1_000_000) }
/** Enough that the newest bill must be found among others. */
const months = 3
const rounds = 3
/** Until Node has compiled the busiest code. */
const warmUpPages = 4_000

/**
 * Pages of twenty accounts per second through the whole product, compared with a bare node:http and pg that send the same
 * statements and answer with the raw rows; how long one page takes in a utility of a million accounts, compared with one
 * of a thousand; and what a sign-in costs, itself and the others who look around meanwhile.
 */
export const dashboard: Bench = {
  name: "Pages of the dashboard's account summary, and signing in",
  world: { ownMachine: true, fill: ({ pool }) => fillUtility(pool, sizes.large, months) },
  measure,
}

/** A customer who has logged in, and the `after` of their second page, which has twenty accounts. */
interface Customer {
  cookie: string
  after: string
}

async function measure(world: World): Promise<Row[]> {
  const url = world.database.url.replace(/^(postgres:\/\/[^/]*\/)[^?]*/, '$1small')
  await world.database.pool.query('create database small')
  await migrate(url)
  const small = connect(url)
  await fillUtility(small.pool, sizes.small, months)
  const start = (databaseUrl: string) => world.start({ settings: { DATABASE_URL: databaseUrl, WORKER: 'off' } })
  const server = await start(url)
  const portal = new Visitor(server.address)
  const customers = await logIn(small, sizes.small)
  const rows = [
    await throughputRow(portal, url, await summaryStatements(small.db), customers),
    await sizeRow(new Visitor((await start(world.database.url)).address), await logIn(world.database, sizes.large), [
      portal,
      customers,
    ]),
    ...(await signInRows(portal)),
  ]
  portal.leave()
  await server.kill('SIGTERM')
  await small.close()
  return rows
}

/** Logs customers in, each with 26 accounts spread over the utility: a first page of 6 and one of 20. */
async function logIn({ db, pool }: Pick<Connection, 'db' | 'pool'>, accounts: number): Promise<Customer[]> {
  const customers: Customer[] = []
  for (let nth = 0; nth < 200; nth++) {
    const own = new Set<string>()
    // The same numbers in every run: multiples of a large prime, modulo the number of accounts.
    for (let step = 1; own.size < 26; step++) own.add(numberOf(((nth * 26 + step) * 7_919_993) % accounts))
    const sorted = [...own].toSorted()
    const person = numberOf(ownerWithLogin(nth % (accounts / 5)))
    const token = await signInCustomer({ db, clock: systemClock }, { person, accounts: sorted })
    customers.push({ cookie: `portal-customer=${token}`, after: sorted[5] ?? '' })
  }
  await pool.query('vacuum analyze session_account')
  return customers
}

async function summaryStatements(db: Db): Promise<Statements> {
  const profile = readProfile()
  const [session, after] = [987_654_321, AccountNumber.parse('9876543210')]
  const accounts = [AccountNumber.parse('1234567890')]
  const sent = await sentStatements(db, async (listened) => {
    await findByToken(listened, Buffer.from('token'), 'customer', systemClock.now())
    await openAccountsAfter(listened, session, after, 21)
    await readPortalPayments({ db: listened, clock: systemClock, profile }, accounts)
    await ledgerBalances(listened, accounts, profile.division)
  })
  return sent.map(({ sql, parameters }) => ({
    sql,
    parameters: parameters.map((value) => {
      if (Buffer.isBuffer(value)) return { named: 'token' }
      if (Array.isArray(value)) return { named: 'accounts' }
      if (value === session) return { named: 'session' }
      return value === after ? { named: 'after' } : { value }
    }),
  }))
}

/** @throws Error when it is not a page of twenty. */
async function page(portal: Visitor, { cookie, after }: Customer): Promise<void> {
  const { text } = await portal.ask(readAccountSummary.path, { after }, 'Water Lane', { cookie })
  if (text.split('Water Lane').length !== 21) throw new Error(`Not a page of twenty: ${text.slice(0, 300)}`)
}

async function throughputRow(
  portal: Visitor,
  url: string,
  statements: Statements,
  customers: readonly Customer[],
): Promise<Row> {
  const yardstick = await startBare(url, statements)
  const bare = new Visitor(yardstick.address)
  const pages = (from: Visitor, many: number) => async () => await pagesPerSecond(from, customers, many)
  for (const each of [portal, bare]) await pages(each, warmUpPages)()
  const medians = await inTurns(rounds, pages(portal, 800), pages(bare, 800))
  bare.leave()
  await yardstick.stop()
  return compared('page of 20 accounts ÷ node:http + pg', medians, 'pages/s', { atLeast: 0.6 })
}

/** Of sixteen clients at once, each of whom asks again as soon as the last page has come. */
async function pagesPerSecond(from: Visitor, customers: readonly Customer[], pages: number): Promise<number> {
  let asked = 0
  const visit = async (): Promise<void> => {
    while (asked < pages) {
      const customer = customers[asked++ % customers.length]
      if (customer) await page(from, customer)
    }
  }
  const milliseconds = await took(() => Promise.all(Array.from({ length: 16 }, visit)))
  return (pages / milliseconds) * 1000
}

async function sizeRow(
  large: Visitor,
  ofLarge: readonly Customer[],
  [small, ofSmall]: [Visitor, readonly Customer[]],
): Promise<Row> {
  for (const [from, customers] of [[large, ofLarge] as const, [small, ofSmall] as const])
    await pagesPerSecond(from, customers, warmUpPages)
  const median = (from: Visitor, customers: readonly Customer[]) => async () => {
    const times: number[] = []
    for (const customer of customers) times.push(await took(() => page(from, customer)))
    return quantile(times, 0.5)
  }
  const medians = await inTurns(rounds, median(large, ofLarge), median(small, ofSmall))
  large.leave()
  const [at, beside] = [sizes.large, sizes.small].map((size) => size.toLocaleString('en-US'))
  return compared(`page of 20 at ${at} accounts ÷ at ${beside}`, medians, 'ms median', { atMost: 1.3 })
}
