import { randomUUID } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { env } from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'
import { searchPhonedInAccounts } from '@portal/contract/phoned-in'
import { searchTransactions } from '@portal/contract/reports'
import { systemClock } from '@portal/server/clock.ts'
import type { Db } from '@portal/server/database/connect.ts'
import { openSession } from '@portal/server/foundation/sessions/session.ts'
import { addAdmin } from '@portal/server/testing/administrators.ts'
import { chanceOf } from '../demo/chance.ts'
import type { World } from '../world/start-world.ts'
import { accountOf, commonBeginning, fillPayments } from './frame/fill-payments.ts'
import { fillUtility, numberOf, ownerWithLogin } from './frame/fill.ts'
import { ownMegabytes, quantile } from './frame/measures.ts'
import { type Bench, type Row, compared } from './frame/run.ts'
import { Visitor } from './frame/visitor.ts'
import { type Timed, visitAsCustomer, visitAsGuest } from './mixed-visits.ts'

const accounts = Number(env['BENCH_MIXED_ACCOUNTS'] ?? 50_000)
const steps = (env['BENCH_MIXED_STEPS'] ?? '1,2,4,10').split(',').map(Number)
const stepSeconds = Number(env['BENCH_MIXED_STEP_SECONDS'] ?? 30)
const memorySeconds = Number(env['BENCH_MIXED_MEMORY_SECONDS'] ?? 120)
/** Seconds that do not count: Node still compiles its busiest code, and connections have no prepared statements yet. */
const warmUpSeconds = Math.min(30, stepSeconds)
const folder = env['BENCH_MIXED_FOLDER']
if (folder) await mkdir(folder, { recursive: true })

/**
 * The peak of a utility of a million accounts, including bursts: 160 calls per second at eight calls per visit. Every
 * fourth visit pays.
 */
const peak = { calls: 160, visits: 20 }
const secondsBetween = { searches: 3, lookUps: 2 }
const mostMilliseconds = 500

/**
 * The whole load of a utility at once: visitors who log in, look around and pay, guests who pay, finance and clerks.
 * They go through nginx and TLS to three servers on one durable database. Visitors arrive at their rate, whether or not
 * earlier ones have been answered.
 */
export const mixed: Bench = {
  name: 'Everything at once, behind nginx',
  world: {
    ...(folder && { folder }),
    ownMachine: true,
    servers: 3,
    hasProxy: true,
    // As in production. Every visitor has an address of their own, so nobody reaches a limit.
    settings: { RATE_LIMIT_FACTOR: '1', LOG_LEVEL: 'info', DATABASE_CONNECTIONS: '12' },
    async fill(database) {
      await fillUtility(database.pool, accounts, 24)
      await fillPayments(database, accounts)
    },
  },
  measure,
}

async function measure({ proxy, database, servers, complaints }: World): Promise<Row[]> {
  if (!proxy) throw new Error('The visitors need the proxy')
  const visitorFrom = (nth: number, cookies: string[] = []): Visitor => {
    const from = `127.${1 + ((nth >> 16) % 250)}.${(nth >> 8) & 255}.${nth & 255}`
    return new Visitor(proxy.address, { tls: { from, certificate: proxy.certificate }, connections: 1, cookies })
  }
  const staff = await startStaff(database.db, visitorFrom)
  await step(staff, visitorFrom, 1, warmUpSeconds)
  const rows: Row[] = []
  for (const [nth, times] of steps.entries()) {
    const seconds = nth === 0 ? memorySeconds : stepSeconds
    const stepping = step(staff, visitorFrom, times, seconds)
    const pids = nth === 0 ? servers.map(({ pid }) => pid) : []
    const [row, growth] = await Promise.all([stepping, memoryRows(pids, seconds)])
    rows.push(row, ...growth)
  }
  for (const person of [staff.finance, ...staff.clerks]) person.leave()
  for (const [complaint, times] of complaints) console.log(`  ${times} × in the log of a server: ${complaint}`)
  return rows
}

/** Several clerks, because each may make only so many look-ups. */
interface Staff {
  finance: Visitor
  clerks: Visitor[]
}

async function startStaff(db: Db, visitorFrom: (nth: number, cookies: string[]) => Visitor): Promise<Staff> {
  const logIn = async (level: 3 | 5, nth: number): Promise<Visitor> => {
    // A kept database has those of earlier runs.
    const adminUserId = await addAdmin({ db, clock: systemClock }, `mixed-${randomUUID()}`, level)
    const { token } = await openSession({ db, clock: systemClock }, { kind: 'admin', adminUserId })
    return visitorFrom(nth, [`__Host-portal-admin=${token}`])
  }
  const clerks: Visitor[] = []
  for (let nth = 1; nth <= 8; nth++) clerks.push(await logIn(5, nth))
  return { finance: await logIn(3, 0), clerks }
}

const searches: ((nth: number) => object)[] = [
  () => ({}),
  (nth) => ({ pay_date_start: `03/${(nth % 28) + 1}/2024`, pay_date_end: `03/${(nth % 28) + 1}/2024` }),
  (nth) => ({ accountId: accountOf(1 + nth) }),
  () => ({ username: commonBeginning }),
  () => ({ credit_card: 'Discover' }),
]

const drawn = chanceOf(20_261)
let draws = 0
const chance = (): number => drawn.uniform('mixed load', draws++)
const anyAccount = (): number => Math.floor(chance() * accounts)
/** Visitors so far; the staff's browsers come first. */
let visitors = 100

/**
 * Sends a multiple of the peak's visitors for this many seconds, at random moments (a Poisson process), while the staff
 * works. A step holds when 99 of 100 calls of every kind are answered in time, and none is answered wrongly.
 */
async function step(
  { finance, clerks }: Staff,
  visitorFrom: (nth: number) => Visitor,
  times: number,
  seconds: number,
): Promise<Row> {
  const [took, faults] = [new Map<string, number[]>(), new Map<string, number>()]
  const timed: Timed = async (kind, call) => {
    const began = performance.now()
    const { text } = await call()
    if (!took.has(kind)) took.set(kind, [])
    took.get(kind)?.push(performance.now() - began)
    return text
  }
  const began = performance.now()
  const arrivals = async (perSecond: number, come: (nth: number) => Promise<unknown>): Promise<void> => {
    const here: Promise<unknown>[] = []
    for (let nth = 0, due = began; ; nth++) {
      due += (-Math.log(1 - chance()) / perSecond) * 1000
      if (due > began + seconds * 1000) break
      await wait(Math.max(0, due - performance.now()))
      here.push(come(nth).catch((error: unknown) => count(faults, String(error))))
    }
    await Promise.all(here)
  }
  await Promise.all([
    arrivals(peak.visits * times, (nth) => visit(visitorFrom(visitors++), nth, timed)),
    arrivals(1 / secondsBetween.searches, async (nth) => {
      const body = searches[nth % searches.length]?.(nth)
      await timed('reports', () => finance.ask(searchTransactions.path, body, '"list":[{'))
    }),
    arrivals(1 / secondsBetween.lookUps, async (nth) => {
      const body = { accountIds: [numberOf(anyAccount())] }
      const clerk = clerks[nth % clerks.length] ?? finance
      await timed('look-up', () => clerk.ask(searchPhonedInAccounts.path, body, '"Success"'))
    }),
  ])
  return stepRow(times, (performance.now() - began) / 1000, took, faults)
}

/** Of sixteen visitors, two are guests who pay, and two of the others pay, too: eight calls per visit on average. */
async function visit(visitor: Visitor, nth: number, timed: Timed): Promise<void> {
  try {
    if (nth % 8 === 0) await visitAsGuest(visitor, timed, anyAccount())
    else await visitAsCustomer(visitor, timed, ownerWithLogin(Math.floor(chance() * (accounts / 5))), nth % 8 === 4)
  } finally {
    visitor.leave()
  }
}

/** Equal faults are counted together, although each has its own ids, times and numbers. */
function count(faults: Map<string, number>, text: string): void {
  const fault = text
    .replace(/,?"requestId":"[^"]*"/, '')
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}|\d{4}-\d\d-\d\dT[\d:.]+Z|\d{5,}/g, '…')
  faults.set(fault, (faults.get(fault) ?? 0) + 1)
}

function stepRow(times: number, seconds: number, took: Map<string, number[]>, faults: Map<string, number>): Row {
  const errors = [...faults.values()].reduce((sum, often) => sum + often, 0)
  const answered = [...took.values()].reduce((sum, { length }) => sum + length, 0) / seconds
  console.log(
    `  ${times} × the peak: ${peak.calls * times} calls/s offered, ${answered.toFixed(0)} answered, ${errors} errors`,
  )
  let slowest = { kind: '', p99: 0 }
  for (const [kind, milliseconds] of took) {
    const [p50, p99, longest] = [0.5, 0.99, 1].map((share) => quantile(milliseconds, share))
    const spread = [p50, p99, longest].map((value = 0) => `${value.toFixed(0).padStart(6)} ms`).join('')
    console.log(`  ${kind.padEnd(20)}${String(milliseconds.length).padStart(8)} calls, p50, p99 and longest:${spread}`)
    if (p99 !== undefined && p99 > slowest.p99) slowest = { kind, p99 }
  }
  for (const [fault, often] of faults) console.log(`    ${often} × ${fault}`)
  const name = `${times} × the peak: the slowest kind of call (${slowest.kind}), ${errors} errors`
  const row = compared(name, [slowest.p99, mostMilliseconds], 'ms p99', { atMost: 1 })
  return { ...row, target: { text: 'below 1, no errors', isMet: row.ratio < 1 && errors === 0 } }
}

/**
 * The most memory of each server in the last third of the time and in the second one. After a third, each has run all of
 * its code and reached its size, unless something grows. Memory rises and falls by tens of megabytes, so only the most in
 * a stretch shows growth.
 */
async function memoryRows(pids: readonly number[], seconds: number): Promise<Row[]> {
  const began = performance.now()
  const thirds = pids.map((): [number, number, number] => [0, 0, 0])
  for (let third = 0; third < 3 && pids.length > 0;) {
    for (const [nth, pid] of pids.entries()) {
      const most = thirds[nth]
      if (most) most[third] = Math.max(most[third] ?? 0, ownMegabytes(pid))
    }
    await wait(1000)
    third = Math.floor((performance.now() - began) / ((seconds / 3) * 1000))
  }
  return thirds.map(([, second, last], nth) =>
    compared(`most memory of server ${nth + 1}, last third ÷ second`, [last, second], 'MB', { atMost: 1.05 }),
  )
}
