import { cents } from '@portal/contract/money'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { emptyReply } from '../../adapters/payment-gateway/port.ts'
import type { Tx } from '../../database/connect.ts'
import { reversalOf } from '../charge/late-charge.ts'
import { composeOutcome } from '../charge/outcome.ts'
import { recordOutcomeWithin, type Outcome } from '../charge/record-outcome.ts'
import { takePayment } from '../charge/take-payment.ts'
import { newestListed, TagOfAnother } from '../records/attempts.ts'
import type { StoredCheckout } from '../records/stored-checkout.ts'
import { engineTests } from '../testing/engine-tests.ts'
import { charged, intentFor, testCard, unknown } from '../testing/engine-world.ts'
import { resolveEscalated } from './resolve-escalated.ts'

const world = engineTests()

async function payUnknown(account: string): Promise<StoredCheckout> {
  world.gateway.answer = async () => unknown
  const taken = await takePayment(world.engine, intentFor(world.engine, [account]), testCard, null)
  if (taken.outcome !== 'taken') throw new Error(taken.outcome)
  return taken.checkout
}

/**
 * A payment that waits for a person.
 * @returns a function that settles it with the tag 502
 */
async function escalated(): Promise<(tx: Tx) => Promise<boolean | 'tagTaken'>> {
  const { id: checkoutId } = await payUnknown('1111111111')
  await sql`update charge_attempt set state = 'ESCALATED' where checkout_id = ${checkoutId}`.execute(
    world.database.fixtures,
  )
  const move = { checkoutId, by: 'ana', reason: 'gateway console, row 7', at: world.engine.clock.now() }
  const finding = { outcome: 'charged', tag: '502', authorization: 'ET2' } as const
  return async (tx) => await resolveEscalated(world.engine, tx, move, finding, { verdict: 'unclear', said: 'away' })
}

/** The decision of an inquiry that finds another payment charged as 501 and, a second time, as 502. */
async function chargedTwice(): Promise<Outcome> {
  const checkout = await payUnknown('2222222222')
  const second = { tag: '502', authorization: 'ET2', amount: cents(4_250) }
  return composeOutcome(world.engine, checkout, {
    to: 'CHARGED',
    reply: { ...emptyReply, tag: '501', authorization: 'ET1' },
    detail: {},
    epoch: null,
    reversals: [reversalOf(world.engine, second, 'secondCharge', 'duplicate charge')],
  })
}

/**
 * Does the first, and commits it once the second waits for it.
 * @returns the result of the second
 */
async function inTheSameInstant<First, Second>(
  first: (tx: Tx) => Promise<First>,
  second: (tx: Tx) => Promise<Second>,
): Promise<[First, PromiseSettledResult<Second>]> {
  const { db, pool } = world.database
  const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
  const [done, later] = await db.transaction().execute(async (tx) => {
    const made = await first(tx)
    const settled = Promise.allSettled([db.transaction().execute(second)])
    await expect.poll(async () => (await pool.query(waiting)).rowCount).toBe(1)
    return [made, settled] as const
  })
  const [outcome] = await later
  return [done, outcome]
}

test('given a second charge that is being given back, then no other payment can be settled with its tag', async () => {
  const [settle, twice] = [await escalated(), await chargedTwice()]
  const asking = async (tx: Tx) => await recordOutcomeWithin(tx, twice)
  expect(await inTheSameInstant(asking, settle)).toEqual([true, { status: 'fulfilled', value: 'tagTaken' }])
})

test('given a payment that is being settled with the tag of a second charge, then that charge is not given back', async () => {
  const [settle, twice] = [await escalated(), await chargedTwice()]
  const asking = async (tx: Tx) => await recordOutcomeWithin(tx, twice)
  expect(await inTheSameInstant(settle, asking)).toEqual([
    true,
    { status: 'rejected', reason: expect.any(TagOfAnother) },
  ])
})

test('given a payment that was settled with a tag that people entered, then only others prove a search', async () => {
  const settle = await escalated()
  await world.database.db.transaction().execute(settle)
  const after = world.engine.clock.now()
  const canary = async () =>
    await newestListed(world.engine.db, { gateway: 'gge4', except: null, after, listedBy: after })
  expect(await canary()).toBeNull()
  world.gateway.answer = async () => charged('501')
  await takePayment(world.engine, intentFor(world.engine, ['2222222222']), testCard, null)
  expect(await canary()).toMatchObject({ tag: '501' })
})
