import { describe, expect, test } from 'vitest'
import type { Db } from '../../database/connect.ts'
import { type Fate, absentDatabase, failingTransactions } from '../../database/testing/failing-transactions.ts'
import { readByPublicId } from '../records/checkouts.ts'
import type { StoredCheckout } from '../records/stored-checkout.ts'
import { engineTests } from '../testing/engine-tests.ts'
import { charged, declined, intentFor, testCard, unknown } from '../testing/engine-world.ts'
import { beginCheckout } from './begin-checkout.ts'
import type { Intent } from './intent.ts'
import { composeOutcome } from './outcome.ts'
import { recordOutcome } from './record-outcome.ts'
import { type Taken, takePayment } from './take-payment.ts'

const account = '1234567890'
const world = engineTests()

async function pay(overrides: Partial<Intent> = {}): Promise<Taken> {
  return await takePayment(world.engine, intentFor(world.engine, [account], overrides), testCard, null)
}

/** The checkout of a payment that is taken. */
async function paid(): Promise<StoredCheckout> {
  const taken = await pay()
  if (taken.outcome !== 'taken') throw new Error(taken.outcome)
  return taken.checkout
}

/** From now on, this happens to the transactions that record an intent, or the outcome of its charge. */
function beginningFails(fateOf: (nth: number) => Fate | Promise<Fate>): void {
  world.engine.db = failingTransactions(world.database.db, fateOf)
}

/** Once the gateway has answered, this happens to the transactions that record the outcome. */
function recordingFails(fateOf: (nth: number) => Fate | Promise<Fate>): void {
  afterCharge((db) => failingTransactions(db, fateOf))
}

/** Once the gateway has answered, the engine works with this database. */
function afterCharge(databaseOf: (db: Db) => Db): void {
  const { answer } = world.gateway
  world.gateway.answer = async (request) => {
    world.engine.db = databaseOf(world.database.db)
    return await answer(request)
  }
}

async function isHeld(): Promise<boolean> {
  const held = world.database.db.selectFrom('account_hold').select('account_id')
  return (await held.execute()).some((row) => row.account_id === account)
}

describe('a database that goes away while it records the intent', () => {
  test.each<[string, Fate]>([
    ['has', 'unanswered'],
    ['has not', 'rolledBack'],
  ])('given a database that went away and %s recorded the intent, then the card is charged once', async (_, fate) => {
    beginningFails((nth) => (nth === 1 ? fate : 'works'))
    const taken = await pay()
    expect(taken).toMatchObject({ outcome: 'taken', checkout: { state: 'PAID' } })
    expect(world.gateway.charges).toHaveLength(1)
    expect(await world.database.db.selectFrom('account_hold').selectAll().execute()).toEqual([])
  })

  test('given an equal request that was recorded meanwhile, then only that one charges the card', async () => {
    const idempotencyKey = '0b0f7a6e-3d0b-4f3c-9f57-333333333333'
    beginningFails(async (nth) => {
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
    beginningFails(async (nth) => {
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
    beginningFails((nth) => (nth === 1 ? 'rolledBack' : 'refused'))
    await expect(pay()).rejects.toThrow('connection refused')
    expect(Date.parse(world.clock.now()) - Date.parse(began)).toBe(10_000)
    expect(world.gateway.charges).toEqual([])
  })

  test('given any other failure, then it is thrown at once', async () => {
    const began = world.clock.now()
    beginningFails(() => 'refused')
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
})

describe('a database that goes away after the charge', () => {
  test('is tried again until the outcome is recorded', async () => {
    recordingFails((nth) => (nth <= 3 ? 'refused' : 'works'))
    expect((await paid()).state).toBe('PAID')
  })

  test('never makes the payer believe that the payment was not processed', async () => {
    recordingFails(() => 'refused')
    expect((await paid()).state).toBe('CHARGING')
    expect(world.alarms).toHaveLength(1)
    expect(await isHeld()).toBe(true)
  })
})

describe('a database that goes away before it answers whether it has recorded the outcome', () => {
  test.each([
    ['an approval', charged('77'), 'PAID', ['postings', 'emails']],
    ['a refusal', declined('77'), 'DECLINED', []],
    ['an unknown outcome', unknown, 'UNDECIDED', []],
  ])('is asked what it holds of %s, and nobody is called', async (_what, verdict, state, woken) => {
    const asked: string[] = []
    world.engine.wake = (work) => asked.push(work)
    world.gateway.answer = async () => verdict
    recordingFails((nth) => (nth === 1 ? 'unanswered' : 'works'))
    const checkout = await paid()
    expect(checkout.state).toBe(state)
    expect(checkout).toMatchObject((await readByPublicId(world.engine.db, checkout.publicId)) ?? {})
    expect(asked).toEqual(woken)
    expect(world.alarms).toEqual([])
  })

  test('is told the outcome again when it holds none', async () => {
    recordingFails((nth) => (nth === 1 ? 'rolledBack' : 'works'))
    expect((await paid()).state).toBe('PAID')
    expect(world.alarms).toEqual([])
  })

  test('and stays away, leaves it to the inquiries: the payment is being confirmed, and nobody is called', async () => {
    let isAway = false
    afterCharge((db) =>
      absentDatabase(
        failingTransactions(db, () => {
          isAway = true
          return 'unanswered'
        }),
        () => isAway,
      ),
    )
    const checkout = await paid()
    expect(checkout.state).toBe('CHARGING')
    expect(await readByPublicId(world.database.db, checkout.publicId)).toMatchObject({ state: 'PAID' })
    expect(world.alarms).toEqual([])
  })

  test('but holds what others have decided meanwhile, still calls for a person', async () => {
    const intent = intentFor(world.engine, [account])
    const { db } = world.database
    recordingFails(async (nth) => {
      if (nth === 1) return 'rolledBack'
      for (const to of ['UNKNOWN', 'NOT_CHARGED'] as const) {
        const stored = await readByPublicId(db, intent.publicId)
        if (stored && nth === 2)
          await recordOutcome(db, composeOutcome(world.engine, stored, { to, reply: null, detail: {}, epoch: null }))
      }
      return 'works'
    })
    const taken = await takePayment(world.engine, intent, testCard, null)
    expect(taken).toMatchObject({ outcome: 'taken', checkout: { state: 'REVERSING' } })
    expect(world.alarms).toEqual([
      expect.stringContaining('a different outcome was recorded'),
      expect.stringContaining('The charge is being reversed'),
    ])
  })
})
