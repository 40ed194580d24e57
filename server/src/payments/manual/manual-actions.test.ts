import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { emptyReply } from '../../adapters/payment-gateway/port.ts'
import type { Tx } from '../../database/connect.ts'
import {
  type AttemptState,
  type PostingState,
  type ReversalState,
  attemptStates,
  postingStates,
  reversalStates,
} from '../../database/tables/payments.ts'
import { takePayment } from '../charge/take-payment.ts'
import { startReversal } from '../engine.ts'
import { postingLoop } from '../posting/post-to-billing.ts'
import { type ManualAction, requestRefund } from '../reversals/request-refund.ts'
import { reversalLoop } from '../reversals/send-reversals.ts'
import { engineTests } from '../testing/engine-tests.ts'
import { intentFor, testCard } from '../testing/engine-world.ts'
import { closeRefund, inquireNow, postAgain } from './manual-actions.ts'

const never = new AbortController().signal
const world = engineTests()

/**
 * A payment that is recorded in the billing system.
 * @returns its checkout
 */
async function paid(): Promise<number> {
  const taken = await takePayment(world.engine, intentFor(world.engine, ['1234567890']), testCard, null)
  if (taken.outcome !== 'taken') throw new Error(taken.outcome)
  await postingLoop(world.engine).run(never)
  return taken.checkout.id
}

/** Makes a move at the exceptions page, after an hour. */
async function byHand<Made>(checkoutId: number, make: (tx: Tx, move: ManualAction) => Promise<Made>): Promise<Made> {
  world.clock.pass(3_600_000)
  const move = { checkoutId, by: 'ana', reason: 'asked by phone', at: world.engine.clock.now() }
  return await world.database.db.transaction().execute(async (tx) => await make(tx, move))
}

async function refund(checkoutId: number): Promise<void> {
  const start = startReversal(world.engine)
  expect(await byHand(checkoutId, async (tx, move) => await requestRefund(tx, move, start))).toBe('requested')
}

async function stand(change: { attempt?: AttemptState; posting?: PostingState; reversal?: ReversalState }) {
  const { fixtures: db } = world.database
  const { attempt, posting, reversal } = change
  if (attempt) await sql`update charge_attempt set state = ${attempt}`.execute(db)
  if (posting) await sql`update posting set state = ${posting}`.execute(db)
  if (reversal) await sql`update reversal set state = ${reversal}`.execute(db)
}

/** Everything that a move could change, except the log. */
async function records(): Promise<unknown[]> {
  const { rows } = await sql`
    select to_jsonb(attempt) as row from charge_attempt attempt union all select to_jsonb(posting) from posting
    union all select to_jsonb(reversal) from reversal order by 1`.execute(world.database.db)
  return rows
}

describe('looking up a charge again at the gateway', () => {
  test.each(attemptStates)('for a charge that is %s is made due only while its outcome is open', async (attempt) => {
    const id = await paid()
    await stand({ attempt })
    const before = await records()
    const isUnknown = attempt === 'UNKNOWN' || attempt === 'ESCALATED' || attempt === 'PROCESSING'
    expect(await byHand(id, inquireNow)).toBe(isUnknown)
    if (!isUnknown) expect(await records()).toEqual(before)
    const due = await world.database.db.selectFrom('charge_attempt').select('next_look_at').executeTakeFirstOrThrow()
    expect(due.next_look_at).toBe(isUnknown ? world.engine.clock.now() : null)
  })

  test.each(reversalStates)('for a void that is %s is made due only while it is under way', async (reversal) => {
    const id = await paid()
    await refund(id)
    await stand({ reversal })
    const before = await records()
    const isUnderWay = reversal === 'REQUESTED' || reversal === 'SENT' || reversal === 'UNKNOWN'
    expect(await byHand(id, inquireNow)).toBe(isUnderWay)
    if (!isUnderWay) expect(await records()).toEqual(before)
    const due = await world.database.db.selectFrom('reversal').select('next_try_at').executeTakeFirstOrThrow()
    if (isUnderWay) expect(due.next_try_at).toBe(world.engine.clock.now())
  })
})

describe('reporting to the billing system again', () => {
  /** The next state of a posting, by the state of its charge. Other postings do not change. */
  const made: Partial<Record<AttemptState, Partial<Record<PostingState, PostingState>>>> = {
    CHARGED: { PENDING: 'PENDING', REJECTED: 'PENDING' },
    // A refund that the bank returned is owed, and the payment stays canceled.
    REVERSING: { CANCEL_DUE: 'CANCEL_DUE', CANCEL_REJECTED: 'CANCEL_DUE' },
    REVERSED: { CANCEL_DUE: 'CANCEL_DUE', CANCEL_REJECTED: 'CANCEL_DUE' },
  }
  const charges = ['CHARGED', 'REVERSING', 'REVERSED'] as const
  const cases = charges.flatMap((attempt) => postingStates.map((posting) => ({ attempt, posting })))

  test.each(cases)('of a posting that is $posting, its charge $attempt', async ({ attempt, posting }) => {
    const id = await paid()
    await stand({ attempt, posting })
    const before = await records()
    const becomes = made[attempt]?.[posting]
    expect(await byHand(id, postAgain)).toBe(becomes !== undefined)
    if (becomes === undefined) expect(await records()).toEqual(before)
    else {
      const now = await world.database.db.selectFrom('posting').select(['state', 'next_try_at']).execute()
      expect(now).toEqual([{ state: becomes, next_try_at: world.engine.clock.now() }])
    }
  })
})

describe('closing a refund', () => {
  test.each([
    ['that was made', null, false],
    ['that the gateway refused', 'other', true],
  ] as const)('%s', async (_what, refused, mayBe) => {
    const id = await paid()
    await refund(id)
    if (refused) {
      world.gateway.answerReversal = async () => {
        return { outcome: 'refused', reason: refused, reply: emptyReply, operatorAlarm: false }
      }
    }
    await reversalLoop(world.engine).run(never)
    expect(await byHand(id, closeRefund)).toBe(mayBe)
    expect(await byHand(id, closeRefund)).toBe(false)
  })
})
