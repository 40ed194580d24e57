import { Instant, later } from '@portal/contract/dates'
import { type RawBuilder, sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { takePayment } from '../charge/take-payment.ts'
import { startReversal } from '../engine.ts'
import { postingLoop } from '../posting/post-to-billing.ts'
import { recordReversal } from '../reversals/record-reversal.ts'
import { requestRefund } from '../reversals/request-refund.ts'
import { reversalLoop } from '../reversals/send-reversals.ts'
import { engineTests } from '../testing/engine-tests.ts'
import { charged, intentFor, testCard, unknown } from '../testing/engine-world.ts'
import { leaseInquiries, recordInquiry } from './attempts.ts'
import { leaseCancellations, leasePostings, recordCancellation, recordPosting } from './postings.ts'
import { leaseReversals } from './reversals.ts'

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
  const start = startReversal(world.engine)
  await world.database.db.transaction().execute(async (tx) => await requestRefund(tx, move, start))
  return checkoutId
}

async function givenBack(): Promise<number> {
  const checkoutId = await refunded()
  await reversalLoop(world.engine).run(never)
  return checkoutId
}

interface Leased {
  checkoutId: number
  /**
   * Records the result of the worker that leased it.
   * @returns whether that counts
   */
  record: () => Promise<boolean>
}
type Lease = (now: Instant, until: Instant, most: number) => Promise<Leased[]>

const own = { gateway: 'gge4', abandonedBy: Instant.parse('2020-01-01T00:00:00.000Z') } as const

const inquiries: Lease = async (...asked) =>
  (await leaseInquiries(world.engine.db, own, ...asked)).map(
    ({ id: checkoutId, attempt: { id: attemptId, epoch } }) => {
      const at = world.clock.now()
      const inquiry = {
        checkoutId,
        attemptId,
        epoch,
        at,
        isMiss: false,
        isListed: false,
        nextInquiryAt: at,
        detail: {},
      }
      return { checkoutId, record: async () => await recordInquiry(world.engine.db, inquiry) }
    },
  )

const postings: Lease = async (...asked) =>
  (await leasePostings(world.engine.db, ...asked)).map(({ checkoutId, itemId, epoch }) => {
    const told = { to: 'POSTED', at: world.clock.now(), billingReference: 'P1', nextTryAt: null, detail: {} } as const
    const posting = { checkoutId, itemId, epoch, ...told }
    return { checkoutId, record: async () => await recordPosting(world.engine.db, posting) }
  })

const reversals: Lease = async (...asked) =>
  (await leaseReversals(world.engine.db, 'gge4', ...asked)).map(({ checkoutId, id, epoch }) => {
    const nothingMore = { nextTryAt: null, isMiss: false, newReference: null, refundReference: null, email: null }
    const done = { to: 'DONE', at: world.clock.now(), detail: {}, ...nothingMore } as const
    const reversal = { checkoutId, id, epoch, ...done }
    return { checkoutId, record: async () => await recordReversal(world.engine.db, reversal) }
  })

const cancellations: Lease = async (...asked) =>
  (await leaseCancellations(world.engine.db, ...asked)).map(({ checkoutId, itemId, epoch }) => {
    const told = { to: 'CANCELLED', at: world.clock.now(), nextTryAt: null, detail: {} } as const
    const cancellation = { checkoutId, itemId, epoch, ...told }
    return { checkoutId, record: async () => await recordCancellation(world.engine.db, cancellation) }
  })

/** Each kind of work: what makes it due, how long after that, how it is leased, and a state in which there is none. */
const kinds: [what: string, make: () => Promise<number>, wait: number, lease: Lease, over: RawBuilder<unknown>][] = [
  [
    'Gateway checks',
    async () => await pay(unknown),
    15_000,
    inquiries,
    sql`update charge_attempt set state = 'CHARGED'`,
  ],
  ['postings', paid, 0, postings, sql`update posting set state = 'POSTED'`],
  ['voids and refunds', refunded, 0, reversals, sql`update reversal set state = 'REFUSED'`],
  ['cancellations', givenBack, 0, cancellations, sql`update posting set state = 'CANCELLED'`],
]

/** What is recorded of a payment. */
async function records(checkoutId: number): Promise<unknown[]> {
  const { rows } = await sql`
    select row from (
      select to_jsonb(attempt) as row from charge_attempt attempt union all select to_jsonb(posting) from posting
      union all select to_jsonb(reversal) from reversal union all select to_jsonb(entry) from ledger_entry entry
      union all select to_jsonb(event) from payment_event event) as record
    where (row ->> 'checkout_id')::bigint = ${checkoutId}::bigint order by row`.execute(world.database.db)
  return rows
}

function inOrder(ids: readonly number[]): number[] {
  return ids.toSorted((one, other) => one - other)
}

describe.each(kinds)('of %s', (_what, make, wait, lease, over) => {
  /** The checkouts whose work is leased for a minute. */
  async function leased(now: Instant, most = 10): Promise<number[]> {
    return inOrder((await lease(now, later(now, minute), most)).map(({ checkoutId }) => checkoutId))
  }

  test('each is leased once it is due, and not before', async () => {
    const id = await make()
    const due = later(world.clock.now(), wait)
    expect(await leased(later(due, -1))).toEqual([])
    expect(await leased(due)).toEqual([id])
  })

  test('the longest due are leased first, and only as many as a worker takes', async () => {
    const ids: number[] = []
    for (let many = 0; many < 3; many++) {
      ids.push(await make())
      world.clock.pass(minute)
    }
    const now = world.clock.now()
    expect(await leased(now, 2)).toEqual(ids.slice(0, 2))
    expect(await leased(now, 2)).toEqual(ids.slice(2))
  })

  test('a leased one is left alone until its lease ends', async () => {
    const id = await make()
    const due = later(world.clock.now(), wait)
    expect(await leased(due)).toEqual([id])
    expect(await leased(later(due, minute - 1))).toEqual([])
    expect(await leased(later(due, minute))).toEqual([id])
  })

  test('the result of a worker that has lost its lease changes nothing', async () => {
    const id = await make()
    const due = later(world.clock.now(), wait)
    const [late] = await lease(due, later(due, minute), 1)
    const [inTime] = await lease(later(due, minute), later(due, 2 * minute), 1)
    const before = await records(id)
    expect(await late?.record()).toBe(false)
    expect(await records(id)).toEqual(before)
    expect(await inTime?.record()).toBe(true)
  })

  test('a result that the state no longer allows changes nothing', async () => {
    const id = await make()
    const due = later(world.clock.now(), wait)
    const [work] = await lease(due, later(due, minute), 1)
    await over.execute(world.database.fixtures)
    const before = await records(id)
    expect(await work?.record()).toBe(false)
    expect(await records(id)).toEqual(before)
  })

  test('the result for one changes no other', async () => {
    await make()
    const other = await make()
    const due = later(world.clock.now(), wait)
    const both = await lease(due, later(due, minute), 2)
    const before = await records(other)
    expect(await both.find(({ checkoutId }) => checkoutId !== other)?.record()).toBe(true)
    expect(await records(other)).toEqual(before)
  })

  test('of several workers, only one gets each', async () => {
    const ids = [await make(), await make(), await make()]
    const now = later(world.clock.now(), wait)
    const shares = await Promise.all([1, 2, 3, 4].map(async () => await leased(now, 3)))
    expect(inOrder(shares.flat())).toEqual(ids)
  })
})
