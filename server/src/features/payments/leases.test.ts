import { type Instant, later } from '@portal/contract/dates'
import { describe, expect, test } from 'vitest'
import { postgresHands } from './by-hand/hand-queries.ts'
import { takePayment } from './charge/take-payment.ts'
import { postingLoop } from './posting/post-to-billing.ts'
import { reversalLoop } from './reversals/give-back.ts'
import { engineTests } from './testing/engine-tests.ts'
import { charged, intentFor, testCard, unknown } from './testing/engine-world.ts'

const never = new AbortController().signal
const minute = 60_000
const world = engineTests()

let lastAccount = 1_000_000_000

async function pay(answer: typeof unknown | ReturnType<typeof charged>): Promise<number> {
  world.gateway.answer = async () => answer
  const intent = intentFor(world.engine, [String(++lastAccount)])
  const taken = await takePayment(world.engine, intent, testCard, null)
  if (taken.outcome !== 'taken') throw new Error(taken.outcome)
  return taken.checkout.id
}

async function paid(): Promise<number> {
  return await pay(charged(String(lastAccount)))
}

async function refunded(): Promise<number> {
  const checkoutId = await paid()
  await postingLoop(world.engine).run(never)
  const move = { checkoutId, by: 'ana', reason: 'asked by phone', at: world.engine.clock.now() }
  const reference = world.engine.newReference()
  await world.database.db.transaction().execute(async (tx) => await postgresHands(tx).giveBack(move, reference))
  return checkoutId
}

async function givenBack(): Promise<number> {
  const checkoutId = await refunded()
  await reversalLoop(world.engine).run(never)
  return checkoutId
}

type Lease = (now: Instant, until: Instant, most: number) => Promise<{ checkoutId: number }[]>

/** Each kind of work: what makes it due, how long after that, and how it is leased. */
const kinds: [what: string, make: () => Promise<number>, wait: number, lease: Lease][] = [
  [
    'looks at the gateway',
    async () => await pay(unknown),
    15_000,
    async (...asked) => (await world.engine.store.leaseLooks(...asked)).map(({ id }) => ({ checkoutId: id })),
  ],
  ['postings', paid, 0, async (...asked) => await world.engine.store.leasePostings(...asked)],
  ['voids and refunds', refunded, 0, async (...asked) => await world.engine.reversals.leaseReversals(...asked)],
  ['cancellations', givenBack, 0, async (...asked) => await world.engine.cancellations.leaseCancellations(...asked)],
]

function inOrder(ids: readonly number[]): number[] {
  return ids.toSorted((one, other) => one - other)
}

describe.each(kinds)('of %s', (_what, make, wait, lease) => {
  /** The checkouts whose work is leased for a minute. */
  async function leased(now: Instant, most = 10): Promise<number[]> {
    return inOrder((await lease(now, later(now, minute), most)).map(({ checkoutId }) => checkoutId))
  }

  test('each is leased once it is due, and no sooner', async () => {
    const id = await make()
    const due = later(world.clock.now(), wait)
    expect(await leased(later(due, -1))).toEqual([])
    expect(await leased(due)).toEqual([id])
  })

  test('those that are due longest are leased first, and only as many as a worker takes', async () => {
    const ids: number[] = []
    for (let many = 0; many < 3; many++) {
      ids.push(await make())
      world.clock.pass(minute)
    }
    const now = world.clock.now()
    expect(await leased(now, 2)).toEqual(ids.slice(0, 2))
    expect(await leased(now, 2)).toEqual(ids.slice(2))
  })

  test('one that somebody works on is left alone until the lease is over', async () => {
    const id = await make()
    const due = later(world.clock.now(), wait)
    expect(await leased(due)).toEqual([id])
    expect(await leased(later(due, minute - 1))).toEqual([])
    expect(await leased(later(due, minute))).toEqual([id])
  })

  test('several workers at once get each one once', async () => {
    const ids = [await make(), await make(), await make()]
    const now = later(world.clock.now(), wait)
    const shares = await Promise.all([1, 2, 3, 4].map(async () => await leased(now, 3)))
    expect(inOrder(shares.flat())).toEqual(ids)
  })
})
