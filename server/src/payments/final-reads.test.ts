import { cents } from '@portal/contract/money'
import { beforeEach, describe, expect, test } from 'vitest'
import type { ChargeResult, FoundTransaction, InquiryAnswer } from '../adapters/payment-gateway/port.ts'
import { stripeTraits } from '../adapters/payment-gateway/stripe/traits.ts'
import { takePayment } from './charge/take-payment.ts'
import { startReversal } from './engine.ts'
import { postingLoop } from './posting/post-to-billing.ts'
import { readById } from './records/checkouts.ts'
import type { StoredCheckout } from './records/stored-checkout.ts'
import { resolveLoop } from './recovery/resolve-unknown.ts'
import { requestRefund } from './reversals/request-refund.ts'
import { reversalLoop } from './reversals/send-reversals.ts'
import { engineTests } from './testing/engine-tests.ts'
import { charged, declined, intentFor, reversed, testCard, unknown } from './testing/engine-world.ts'

const never = new AbortController().signal
const minute = 60_000
const tag = 'pi_Ab12Cd34Ef56Gh78'
const world = engineTests()

/** The engine with Stripe's traits: a charge is named before it is made, and what is read by its name is final. */
beforeEach(() => {
  Object.assign(world.engine.gateway, stripeTraits)
  world.engine.newReference = () => stripeTraits.newReference((bytes) => crypto.getRandomValues(new Uint8Array(bytes)))
})

async function pay(answer: ChargeResult): Promise<StoredCheckout> {
  world.gateway.answer = async ({ named }) =>
    (await named(tag)) ? answer : { outcome: 'notSent', reason: 'nobody waits for it' }
  const taken = await takePayment(world.engine, intentFor(world.engine, ['1234567890']), testCard, null)
  if (taken.outcome !== 'taken') throw new Error(taken.outcome)
  return taken.checkout
}

function found(status: FoundTransaction['status'], kind: FoundTransaction['kind'] = 'purchase'): InquiryAnswer {
  const reference = kind === 'refund' ? (world.gateway.reversals.at(-1)?.reference ?? '') : referenceSent()
  const amount = cents(4_250)
  const own = kind === 'refund' ? 're_Zy98Xw76Vu54Ts32' : tag
  const transaction: FoundTransaction = { tag: own, reference, amount, kind, status, authorization: 'A1', at: '' }
  return { outcome: 'found', isFinal: true, transactions: [transaction] }
}

function referenceSent(): string {
  return world.gateway.charges.at(-1)?.reference ?? ''
}

async function inquireOnce({ id }: StoredCheckout): Promise<string | undefined> {
  world.clock.pass(minute)
  await resolveLoop(world.engine).run(never)
  return (await readById(world.engine.db, id))?.attempt.state
}

describe('a charge', () => {
  test.each([
    ['approved', charged(tag), 'CHARGED'],
    ['declined', declined(tag), 'DECLINED'],
    ['not answered', unknown, 'UNKNOWN'],
  ] as const)('that is %s is recorded as such, under the name that it was given before', async (_, answer, state) => {
    const { attempt, items } = await pay(answer)
    expect(attempt).toMatchObject({ state, transactionTag: tag, gateway: 'stripe' })
    expect(attempt.shortNumber).toMatch(/^[A-Z][0-9A-Z]{3}-[0-9A-Z]{4}$/)
    expect(items[0]?.receiptNumber).toBe(state === 'CHARGED' ? `W-${attempt.shortNumber}` : null)
  })

  test('is not made by a process that stood still until others had given it up', async () => {
    world.gateway.answer = async ({ named }) => {
      world.clock.pass(10 * minute)
      world.gateway.books = { outcome: 'nothing', isProof: true }
      await resolveLoop(world.engine).run(never)
      return (await named(tag)) ? charged(tag) : { outcome: 'notSent', reason: 'nobody waits for it' }
    }
    const taken = await takePayment(world.engine, intentFor(world.engine, ['1234567890']), testCard, null)
    expect(taken).toMatchObject({ outcome: 'taken', checkout: { state: 'NOT_CHARGED' } })
    expect(await world.engine.db.selectFrom('reversal').select('id').execute()).toEqual([])
  })
})

describe('the first look at an unknown charge', () => {
  test.each([
    ['that was paid', 'approved', 'CHARGED'],
    ['that was declined', 'declined', 'DECLINED'],
    ['of which no bank was asked', 'error', 'NOT_CHARGED'],
  ] as const)('%s settles it: nothing waits five minutes', async (_, status, state) => {
    const checkout = await pay(unknown)
    world.gateway.books = found(status)
    expect(await inquireOnce(checkout)).toBe(state)
    expect(world.alarms).toEqual([])
  })

  test('of the name of another payment settles nothing', async () => {
    const checkout = await pay(unknown)
    world.gateway.books = { outcome: 'unavailable', reason: 'it has another reference' }
    expect(await inquireOnce(checkout)).toBe('UNKNOWN')
  })
})

describe('a refund', () => {
  async function refund({ id: checkoutId }: StoredCheckout): Promise<void> {
    await postingLoop(world.engine).run(never)
    const action = { checkoutId, by: 'ana', reason: 'asked by phone', at: world.clock.now() }
    const asked = async () =>
      await world.engine.db
        .transaction()
        .execute(async (tx) => await requestRefund(tx, action, startReversal(world.engine)))
    expect(await asked()).toBe('requested')
    await reversalLoop(world.engine).run(never)
  }

  const kinds = async () => await world.engine.db.selectFrom('reversal').select(['kind', 'state']).execute()

  test('is the first and only thing that is sent, never a void', async () => {
    world.gateway.answerReversal = async () => reversed('re_Zy98Xw76Vu54Ts32')
    await refund(await pay(charged(tag)))
    expect(world.gateway.reversals).toMatchObject([{ kind: 'refund', tag }])
    expect(await kinds()).toEqual([{ kind: 'refund', state: 'DONE' }])
  })

  test('without an answer is settled by the first look that finds it', async () => {
    world.gateway.answerReversal = async () => unknown
    await refund(await pay(charged(tag)))
    world.gateway.books = found('approved', 'refund')
    world.clock.pass(minute)
    await reversalLoop(world.engine).run(never)
    expect(await kinds()).toEqual([{ kind: 'refund', state: 'DONE' }])
    expect(world.gateway.reversals).toHaveLength(1)
  })
})
