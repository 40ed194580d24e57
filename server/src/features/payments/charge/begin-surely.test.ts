import { expect, test } from 'vitest'
import { type Begun, CommitUnanswered, type Intent } from '../store.ts'
import { engineTests } from '../testing/engine-tests.ts'
import { intentFor, testCard } from '../testing/engine-world.ts'
import { takePayment } from './take-payment.ts'

const account = '1234567890'
const world = engineTests()

/** From now on, intents are recorded like this. */
function beginBy(begin: (intent: Intent, nth: number) => Promise<Begun>): void {
  let tries = 0
  world.engine.store = { ...world.engine.store, begin: async (intent) => await begin(intent, ++tries) }
}

async function pay(overrides: Partial<Intent> = {}) {
  return await takePayment(world.engine, intentFor(world.engine, [account], overrides), testCard, null)
}

const lost = new CommitUnanswered('connection lost')

test.each([
  ['has', true],
  ['has not', false],
])(
  'given a database that went away and %s recorded the intent, then the card is charged once',
  async (_, isRecorded) => {
    const { begin } = world.engine.store
    beginBy(async (intent, nth) => {
      if (nth > 1) return await begin(intent)
      if (isRecorded) await begin(intent)
      throw lost
    })
    const taken = await pay()
    expect(taken).toMatchObject({ outcome: 'taken', checkout: { state: 'PAID' } })
    expect(world.gateway.charges).toHaveLength(1)
    expect(await world.database.db.selectFrom('account_hold').selectAll().execute()).toEqual([])
  },
)

test('given an equal request that was recorded meanwhile, then only that one charges the card', async () => {
  const { begin } = world.engine.store
  const idempotencyKey = '0b0f7a6e-3d0b-4f3c-9f57-333333333333'
  beginBy(async (intent, nth) => {
    if (nth > 1) return await begin(intent)
    await begin(intentFor(world.engine, [account], { idempotencyKey }))
    throw lost
  })
  expect(await pay({ idempotencyKey })).toMatchObject({ outcome: 'existing', checkout: { state: 'CHARGING' } })
  expect(world.gateway.charges).toEqual([])
})

test('given an intent that others gave up meanwhile, then nothing is sent', async () => {
  const { begin, decide } = world.engine.store
  beginBy(async (intent, nth) => {
    if (nth > 1) return await begin(intent)
    const begun = await begin(intent)
    if (begun.outcome !== 'begun') throw new Error(begun.outcome)
    const { id: checkoutId, attempt } = begun.checkout
    const given = { checkoutId, attemptId: attempt.id, epoch: null, at: intent.at, reply: null, letter: null }
    const rest = { receipts: [], giveBack: [], nextLookAt: intent.at, detail: {} }
    await decide({ ...given, ...rest, from: ['INTENT'], to: 'UNKNOWN' })
    throw lost
  })
  expect(await pay()).toMatchObject({ outcome: 'existing', checkout: { state: 'UNDECIDED' } })
  expect(world.gateway.charges).toEqual([])
})

test('given a database that stays away, then the payer hears that after ten seconds, and nothing is sent', async () => {
  const began = world.clock.now()
  beginBy(async (_, nth) => Promise.reject(nth === 1 ? lost : new Error('connection refused')))
  await expect(pay()).rejects.toThrow('connection refused')
  expect(Date.parse(world.clock.now()) - Date.parse(began)).toBe(10_000)
  expect(world.gateway.charges).toEqual([])
})

test('given any other failure, then it is told at once', async () => {
  const began = world.clock.now()
  beginBy(async () => Promise.reject(new Error('connection refused')))
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
