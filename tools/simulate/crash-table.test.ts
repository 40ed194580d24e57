import type { GatewayName } from '@portal/server/adapters/payment-gateway/port.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askForRefund } from './clerks.ts'
import type { WorldDatabase } from './database.ts'
import type { Chances } from './faults.ts'
import { look, press } from './payers.ts'
import { calmPlan } from './plan.ts'
import { beginWorld, checkNow, endWorld } from './run-plan.ts'
import { world } from './scheduler.ts'
import { Servers } from './servers.ts'
import { compareNightly } from './summaries.ts'
import { createWorldDatabase } from './testing/world-database.ts'
import type { SimulatedWorld } from './world.ts'

/** What the gateway does with the one charge in a world of the crash table. */
const gatewayOutcomes = {
  approves: {},
  declines: { gatewayDeclines: 1 },
  'approves and the answer is lost': { answerLost: 1 },
  'never gets the request': { requestLost: 1 },
  'approves, and finance gives it back': { refund: 1 },
  'approves after the server stood still inside the request': { stallInClient: 1 },
  'says that it declined, and charged': { gatewayMisspeaks: 1 },
} as const satisfies Record<string, Chances>

const stripeOutcomes = {
  ...gatewayOutcomes,
  'asks the bank, and the payer confirms': { bankAsks: 1 },
  'asks the bank, and the payer leaves': { bankAsks: 1, payerLeaves: 1 },
  'asks the bank, and the payer cannot confirm': { bankAsks: 1, payerFails: 1, paysAgain: 1 },
  'takes its time': { slowBank: 1 },
  'approves, and the bank disputes it': { bankDisputes: 1 },
  'approves, finance gives it back, and the bank returns that': { refund: 1, bankReturnsRefund: 1 },
  'answers 500': { saved500: 1 },
  'answers 409': { keyInUse: 1 },
  'answers 429': { rateLimited: 1 },
  'breaks the connection before': { resetBefore: 1 },
  'breaks the connection after': { resetAfter: 1 },
} as const satisfies Record<string, Chances>

interface Case {
  gateway: GatewayName
  outcome: string
  accounts: number
  faults: Chances
}

function casesOf(gateway: GatewayName, outcomes: Readonly<Record<string, Chances>>): Case[] {
  const single = Object.entries(outcomes).map(([outcome, faults]) => ({ gateway, outcome, accounts: 1, faults }))
  return [
    ...single,
    ...single.filter(({ outcome }) => severalToo.includes(outcome)).map((one) => ({ ...one, accounts: 3 })),
  ]
}

const severalToo = ['approves', 'approves, and finance gives it back']
const cases = [...casesOf('gge4', gatewayOutcomes), ...casesOf('stripe', stripeOutcomes)]

let database: WorldDatabase
beforeAll(async () => {
  database = await createWorldDatabase()
})
afterAll(async () => database.close())

describe('a server that dies at each step of a payment (docs/payments.md)', () => {
  test.each(cases)(
    '$gateway, $accounts account(s), the gateway $outcome: every promise is kept',
    async (one) => {
      const { points } = await payAndCrash(database, { ...one, crashAt: Infinity })
      expect(points.length).toBeGreaterThan(3)
      for (const { crashAt } of withoutRepeats(points)) {
        const { steps } = await payAndCrash(database, { ...one, crashAt })
        expect(steps).toBeGreaterThanOrEqual(crashAt)
      }
    },
    300_000,
  )
})

/** A step to die before, what was recorded of the checkout by then, and what the step before it wrote. */
interface Point {
  crashAt: number
  records: string
  written: string
}

/** While look-ups find nothing, the same steps come again and again: the first two rounds and the last stand for all. */
function withoutRepeats(points: readonly Point[]): Point[] {
  return Object.values(Object.groupBy(points, ({ records, written }) => `${records} ${written}`)).flatMap(
    (alike = []) => (alike.length > 3 ? [...alike.slice(0, 2), ...alike.slice(-1)] : alike),
  )
}

const hour = 3_600_000
const rest = 250 * hour

/**
 * Simulates one payment for this many accounts, in which the only fault is that the server dies before its step number
 * `crashAt`, counted from 1. Checks every promise.
 * @returns how many steps servers took, and those before which a death leaves something else behind than one before the
 * step that came earlier. A `crashAt` beyond the last crashes nothing.
 * @throws BrokenPromise
 */
async function payAndCrash(
  where: WorldDatabase,
  { gateway, accounts, faults, crashAt }: Case & { crashAt: number },
): Promise<{ steps: number; points: Point[] }> {
  const plan = calmPlan(faults, gateway)
  const simulated = await beginWorld(plan, where)
  const servers = new Servers(simulated, 1)
  const { scheduler } = simulated
  const points: Point[] = []
  let [steps, told, isChanged, written] = [0, 0, true, '']
  scheduler.beforeTimeMoves = async () => await checkNow(simulated)
  scheduler.beforeStep = (process) => {
    if (!scheduler.hasOnlyRead || simulated.told.length > told) isChanged = true
    told = simulated.told.length
    written = scheduler.written || written
    if (process === world) return
    steps += 1
    if (isChanged) points.push({ crashAt: steps, records: JSON.stringify(simulated.live.checkouts), written })
    isChanged = false
    written = ''
    if (steps === crashAt) servers.crash(process)
  }
  void simulated.busyWith(payPersistently(simulated, servers, accounts))
  void compareNightly(simulated, plan)
  await scheduler.runUntil(scheduler.epoch() + rest)
  await endWorld(simulated, plan)
  return { steps, points }
}

/** Keeps pressing the button with one key until an answer comes. */
async function payPersistently(simulated: SimulatedWorld, servers: Servers, count: number): Promise<void> {
  const accounts = simulated.accounts.slice(0, count)
  const sight = await look(simulated, accounts)
  const idempotencyKey = simulated.newUuid()
  for (let tries = 0; tries < 5; tries++) {
    const told = await press(simulated, servers, { sessionId: 1, idempotencyKey, accounts, sight })
    simulated.told.push(told)
    if (told.checkoutId && simulated.dice.happens('refund')) {
      void simulated.busyWith(askForRefund(simulated, servers, told.checkoutId))
    }
    if (told.outcome !== 'nothing') return
    await simulated.scheduler.sleep(world, 60_000)
  }
}
