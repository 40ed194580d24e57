import { cents } from '@portal/contract/money'
import { beforeEach, describe, expect, test } from 'vitest'
import { type FoundTransaction, emptyReply } from '../adapters/payment-gateway/port.ts'
import { reverseLateCharge } from './charge/late-charge.ts'
import { takePayment } from './charge/take-payment.ts'
import type { StoredCheckout } from './records/stored-checkout.ts'
import { resolveLoop } from './recovery/resolve-unknown.ts'
import { reversalLoop } from './reversals/send-reversals.ts'
import { engineTests } from './testing/engine-tests.ts'
import { declined, intentFor, testCard, unknown } from './testing/engine-world.ts'

/** Work that nobody wakes rests for seconds. Work that follows from other work begins at once. */

const never = new AbortController().signal
const minute = 60_000
const world = engineTests()

let woken: string[]
beforeEach(() => {
  woken = []
  world.engine.wake = (work) => woken.push(work)
})

async function pay(answer: typeof unknown | ReturnType<typeof declined>): Promise<StoredCheckout> {
  world.gateway.answer = async () => answer
  const taken = await takePayment(world.engine, intentFor(world.engine, ['1234567890']), testCard, null)
  if (taken.outcome !== 'taken') throw new Error(taken.outcome)
  return taken.checkout
}

/** Looks the charge up until it has been listed for long enough to count. */
async function findListed(checkout: StoredCheckout, status: FoundTransaction['status']): Promise<void> {
  const { reference } = checkout.attempt
  const row = { tag: '501', reference, amount: cents(4_250), authorization: 'ET5', at: '', kind: 'purchase' } as const
  world.gateway.books = { outcome: 'found', transactions: [{ ...row, status }] }
  for (let passed = 0; passed < 8; passed++) {
    world.clock.pass(minute)
    await resolveLoop(world.engine).run(never)
  }
}

describe('an unknown outcome that a look-up settles', () => {
  test.each([
    ['as charged is told to the billing system and the payer', 'approved', false, ['postings', 'emails']],
    ['as declined is told to the payer', 'declined', false, ['emails']],
    ['as charged after the bill was paid otherwise is given back', 'approved', true, ['reversals']],
  ] as const)('%s', async (_what, status, paidOtherwise, works) => {
    const checkout = await pay(unknown)
    world.billing.paidOtherwise = paidOtherwise
    await findListed(checkout, status)
    expect(woken).toEqual(works)
  })
})

test('a charge that arrives after the payer was told that there was none is given back', async () => {
  const checkout = await pay(declined('77'))
  const reply = { ...emptyReply, tag: '501' }
  const charges = [{ tag: '501', authorization: 'ET5', amount: cents(4_250) }]
  const late = { charges, reply, epoch: null }
  expect(await reverseLateCharge(world.engine, checkout, late)).toBe(true)
  expect(woken).toEqual(['reversals'])
  // Another worker has done so by now.
  expect(await reverseLateCharge(world.engine, checkout, late)).toBe(false)
  expect(woken).toEqual(['reversals'])
})

describe('a charge that the gateway was asked to give back', () => {
  test('is reported to the payer and cancelled once it was given back, and not before', async () => {
    const checkout = await pay(unknown)
    world.billing.paidOtherwise = true
    await findListed(checkout, 'approved')
    woken = []
    world.gateway.answerReversal = async () => ({ outcome: 'notSent', reason: 'no connection' })
    await reversalLoop(world.engine).run(never)
    expect(woken).toEqual([])
    world.gateway.answerReversal = async () => ({ outcome: 'reversed', reply: { ...emptyReply, tag: '777' } })
    world.clock.pass(60 * minute)
    await reversalLoop(world.engine).run(never)
    expect(woken).toEqual(['emails', 'cancellations'])
  })
})
