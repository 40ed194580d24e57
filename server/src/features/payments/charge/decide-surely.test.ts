import { describe, expect, test } from 'vitest'
import { CommitUnanswered, type Decision, type StoredCheckout } from '../store.ts'
import { engineTests } from '../testing/engine-tests.ts'
import { charged, declined, intentFor, testCard, unknown } from '../testing/engine-world.ts'
import { takePayment } from './take-payment.ts'

const account = '1234567890'
const world = engineTests()

async function pay(): Promise<StoredCheckout> {
  const taken = await takePayment(world.engine, intentFor(world.engine, [account]), testCard, null)
  if (taken.outcome !== 'taken') throw new Error(taken.outcome)
  return taken.checkout
}

/** From now on, the records of outcomes behave like this. */
function decideBy(decide: (decision: Decision, nth: number) => Promise<boolean>): void {
  let tries = 0
  world.engine.store = { ...world.engine.store, decide: async (decision) => await decide(decision, ++tries) }
}

async function isHeld(): Promise<boolean> {
  const held = world.database.db.selectFrom('account_hold').select('account_id')
  return (await held.execute()).some((row) => row.account_id === account)
}

describe('a database that goes away after the charge', () => {
  test('is tried again until the outcome is recorded', async () => {
    const { decide } = world.engine.store
    decideBy(async (decision, nth) => {
      if (nth <= 3) throw new Error('connection lost')
      return await decide(decision)
    })
    expect((await pay()).state).toBe('PAID')
  })

  test('never makes the payer believe that the payment was not processed', async () => {
    decideBy(async () => Promise.reject(new Error('connection lost')))
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
    const { decide } = world.engine.store
    decideBy(async (decision, nth) => {
      const hasCounted = await decide(decision)
      if (nth === 1) throw new CommitUnanswered('connection lost')
      return hasCounted
    })
    const checkout = await pay()
    expect(checkout.state).toBe(state)
    expect(checkout).toMatchObject((await world.engine.store.read(checkout.publicId)) ?? {})
    expect(asked).toEqual(woken)
    expect(world.alarms).toEqual([])
  })

  test('is told the outcome again when it holds none', async () => {
    const { decide } = world.engine.store
    decideBy(async (decision, nth) => {
      if (nth === 1) throw new CommitUnanswered('connection lost')
      return await decide(decision)
    })
    expect((await pay()).state).toBe('PAID')
    expect(world.alarms).toEqual([])
  })

  test('and stays away, leaves it to the look-ups: the payment is being confirmed, and nobody is called', async () => {
    const { decide } = world.engine.store
    decideBy(async (decision, nth) => {
      if (nth > 1) throw new Error('connection refused')
      await decide(decision)
      throw new CommitUnanswered('connection lost')
    })
    const { read } = world.engine.store
    world.engine.store.read = async () => Promise.reject(new Error('connection refused'))
    const checkout = await pay()
    expect(checkout.state).toBe('CHARGING')
    expect(await read(checkout.publicId)).toMatchObject({ state: 'PAID' })
    expect(world.alarms).toEqual([])
  })

  test('but holds what others have decided meanwhile, still calls for a person', async () => {
    const { decide } = world.engine.store
    decideBy(async (decision, nth) => {
      if (nth > 1) return await decide(decision)
      await decide({ ...decision, to: 'UNKNOWN', receipts: [], letter: null, reply: null })
      await decide({ ...decision, to: 'NOT_CHARGED', receipts: [], letter: null, reply: null })
      throw new CommitUnanswered('connection lost')
    })
    expect((await pay()).state).toBe('REVERSING')
    expect(world.alarms).toEqual([
      expect.stringContaining('decided otherwise'),
      expect.stringContaining('the charge is given back'),
    ])
  })
})
