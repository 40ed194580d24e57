import { expect, test } from 'vitest'
import { type Fate, failingTransactions } from '../../database/testing/failing-transactions.ts'
import type { Intent } from '../checkout.ts'
import { readByPublicId } from '../records/checkouts.ts'
import { engineTests } from '../testing/engine-tests.ts'
import { intentFor, testCard } from '../testing/engine-world.ts'
import { beginCheckout } from './begin-checkout.ts'
import { recordOutcome } from './record-outcome.ts'
import { takePayment } from './take-payment.ts'

const account = '1234567890'
const world = engineTests()

/** From now on, this happens to the transactions that record an intent, or the outcome of its charge. */
function transactionsFail(fateOf: (nth: number) => Fate | Promise<Fate>): void {
  world.engine.db = failingTransactions(world.database.db, fateOf)
}

async function pay(overrides: Partial<Intent> = {}) {
  return await takePayment(world.engine, intentFor(world.engine, [account], overrides), testCard, null)
}

test.each<[string, Fate]>([
  ['has', 'unanswered'],
  ['has not', 'rolledBack'],
])('given a database that went away and %s recorded the intent, then the card is charged once', async (_, fate) => {
  transactionsFail((nth) => (nth === 1 ? fate : 'works'))
  const taken = await pay()
  expect(taken).toMatchObject({ outcome: 'taken', checkout: { state: 'PAID' } })
  expect(world.gateway.charges).toHaveLength(1)
  expect(await world.database.db.selectFrom('account_hold').selectAll().execute()).toEqual([])
})

test('given an equal request that was recorded meanwhile, then only that one charges the card', async () => {
  const idempotencyKey = '0b0f7a6e-3d0b-4f3c-9f57-333333333333'
  transactionsFail(async (nth) => {
    if (nth === 1) return 'rolledBack'
    await beginCheckout(world.database.db, intentFor(world.engine, [account], { idempotencyKey }))
    return 'works'
  })
  expect(await pay({ idempotencyKey })).toMatchObject({ outcome: 'existing', checkout: { state: 'CHARGING' } })
  expect(world.gateway.charges).toEqual([])
})

test('given an intent that others gave up meanwhile, then nothing is sent', async () => {
  const { db } = world.database
  const intent = intentFor(world.engine, [account])
  transactionsFail(async (nth) => {
    if (nth === 1) return 'unanswered'
    const begun = await readByPublicId(db, intent.publicId)
    if (!begun) throw new Error('The intent is not recorded')
    const given = {
      checkoutId: begun.id,
      attemptId: begun.attempt.id,
      epoch: null,
      at: intent.at,
      reply: null,
      email: null,
    }
    const rest = { receipts: [], reversals: [], nextInquiryAt: intent.at, detail: {} }
    await recordOutcome(db, { ...given, ...rest, from: ['INTENT'], to: 'UNKNOWN' })
    return 'works'
  })
  const taken = await takePayment(world.engine, intent, testCard, null)
  expect(taken).toMatchObject({ outcome: 'existing', checkout: { state: 'UNDECIDED' } })
  expect(world.gateway.charges).toEqual([])
})

test('given a database that stays away, then the payer hears that after ten seconds, and nothing is sent', async () => {
  const began = world.clock.now()
  transactionsFail((nth) => (nth === 1 ? 'rolledBack' : 'refused'))
  await expect(pay()).rejects.toThrow('connection refused')
  expect(Date.parse(world.clock.now()) - Date.parse(began)).toBe(10_000)
  expect(world.gateway.charges).toEqual([])
})

test('given any other failure, then it is told at once', async () => {
  const began = world.clock.now()
  transactionsFail(() => 'refused')
  await expect(pay()).rejects.toThrow('connection refused')
  expect(world.clock.now()).toBe(began)
})

test('given PostgreSQL that goes away while it commits the intent, then the card is charged once it is back', async () => {
  const { pool } = world.database
  // PostgreSQL runs a deferred trigger within the commit.
  await pool.query(`
    create function die() returns trigger language plpgsql as $die$
      begin perform pg_terminate_backend(pg_backend_pid()); return null; end $die$;
    create constraint trigger dies after insert on account_hold deferrable initially deferred
      for each row execute function die()`)
  const { clock } = world.engine
  world.engine.clock = {
    ...clock,
    async sleep(milliseconds) {
      await clock.sleep(milliseconds)
      await pool.query('drop function die cascade')
    },
  }
  expect(await pay()).toMatchObject({ outcome: 'taken', checkout: { state: 'PAID' } })
  expect(world.gateway.charges).toHaveLength(1)
})
