import { describe, expect, test } from 'vitest'
import type { Db } from '../../database/connect.ts'
import { type Fate, absentDatabase, failingTransactions } from '../../database/testing/failing-transactions.ts'
import type { StoredCheckout } from '../checkout.ts'
import { readByPublicId } from '../records/checkouts.ts'
import { engineTests } from '../testing/engine-tests.ts'
import { charged, declined, intentFor, testCard, unknown } from '../testing/engine-world.ts'
import { composeOutcome } from './outcome.ts'
import { recordOutcome } from './record-outcome.ts'
import { takePayment } from './take-payment.ts'

const account = '1234567890'
const world = engineTests()

async function pay(): Promise<StoredCheckout> {
  const taken = await takePayment(world.engine, intentFor(world.engine, [account]), testCard, null)
  if (taken.outcome !== 'taken') throw new Error(taken.outcome)
  return taken.checkout
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

describe('a database that goes away after the charge', () => {
  test('is tried again until the outcome is recorded', async () => {
    recordingFails((nth) => (nth <= 3 ? 'refused' : 'works'))
    expect((await pay()).state).toBe('PAID')
  })

  test('never makes the payer believe that the payment was not processed', async () => {
    recordingFails(() => 'refused')
    expect((await pay()).state).toBe('CHARGING')
    expect(world.alarms).toHaveLength(1)
    expect(await isHeld()).toBe(true)
  })
})

describe('a database that goes away before it answers whether it has recorded the outcome', () => {
  test.each([
    ['an approval', charged('77'), 'PAID', ['postings', 'letters']],
    ['a refusal', declined('77'), 'DECLINED', []],
    ['an unknown outcome', unknown, 'UNDECIDED', []],
  ])('is asked what it holds of %s, and nobody is called', async (_what, verdict, state, woken) => {
    const asked: string[] = []
    world.engine.wake = (work) => asked.push(work)
    world.gateway.answer = async () => verdict
    recordingFails((nth) => (nth === 1 ? 'unanswered' : 'works'))
    const checkout = await pay()
    expect(checkout.state).toBe(state)
    expect(checkout).toMatchObject((await readByPublicId(world.engine.db, checkout.publicId)) ?? {})
    expect(asked).toEqual(woken)
    expect(world.alarms).toEqual([])
  })

  test('is told the outcome again when it holds none', async () => {
    recordingFails((nth) => (nth === 1 ? 'rolledBack' : 'works'))
    expect((await pay()).state).toBe('PAID')
    expect(world.alarms).toEqual([])
  })

  test('and stays away, leaves it to the look-ups: the payment is being confirmed, and nobody is called', async () => {
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
    const checkout = await pay()
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
      expect.stringContaining('decided otherwise'),
      expect.stringContaining('the charge is given back'),
    ])
  })
})
