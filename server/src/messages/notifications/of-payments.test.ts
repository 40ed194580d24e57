import { describe, expect, test } from 'vitest'
import { addTestTransaction } from '../../adapters/billing-system/ledger/testing/ledger-bills.ts'
import { emptyReply } from '../../adapters/payment-gateway/port.ts'
import type { AttemptState } from '../../database/tables/payments.ts'
import { beginCheckout } from '../../payments/charge/begin-checkout.ts'
import { composeOutcome } from '../../payments/charge/outcome.ts'
import { recordOutcome } from '../../payments/charge/record-outcome.ts'
import { takePayment } from '../../payments/charge/take-payment.ts'
import { type Engine, startReversal } from '../../payments/engine.ts'
import { postingLoop } from '../../payments/posting/post-to-billing.ts'
import { requestRefund } from '../../payments/reversals/request-refund.ts'
import { reversalLoop } from '../../payments/reversals/send-reversals.ts'
import { engineWorld, intentFor, testCard } from '../../payments/testing/engine-world.ts'
import {
  type NotificationWorld,
  account,
  imports,
  notificationTests,
  standing,
  wants,
  wantsTexts,
  work,
  workThroughDelay,
} from '../testing/notification-world.ts'

const given = notificationTests()
const number = '+16715550101'
const minute = 60_000
const never = new AbortController().signal

const engines = new WeakMap<NotificationWorld, Engine>()
function engineOf(world: NotificationWorld): Engine {
  const engine = engines.get(world) ?? { ...engineWorld(world.deps.db).engine, clock: world.clock }
  engines.set(world, engine)
  return engine
}

/** Maria's neighbor pays her bill; the receipt goes to the address that is left out or given. */
async function pay(world: NotificationWorld, confirmationEmail: string | null = null) {
  const engine = engineOf(world)
  const intent = { ...intentFor(engine, [account]), confirmationEmail }
  const taken = await takePayment(engine, intent, testCard, null)
  if (taken.outcome !== 'taken') throw new Error(taken.outcome)
  return taken.checkout
}

async function refund(world: NotificationWorld, { id: checkoutId }: { id: number }): Promise<void> {
  const engine = engineOf(world)
  await postingLoop(engine).run(never)
  const move = { checkoutId, reason: 'wrong house', by: 'finance:ana', at: world.clock.now() }
  await engine.db.transaction().execute(async (tx) => await requestRefund(tx, move, startReversal(engine)))
  world.clock.advance(minute)
  await reversalLoop(engine).run(never)
}

async function goOn(world: NotificationWorld, minutes: number): Promise<void> {
  world.clock.advance(minutes * minute)
  await work(world)
}

describe('given a customer who wants to hear of payments', () => {
  test('when another person pays the bill, then an email and a text leave once, and another customer hears nothing', async () => {
    const { world } = given
    await wants(world, 'paymentReceived')
    await wantsTexts(world, number, 'paymentReceived')
    await pay(world)
    await work(world)
    expect(world.texted).toMatchObject([{ to: number }])
    expect(world.sent).toEqual([])
    await goOn(world, 5)
    expect(await standing(world)).toEqual(['paymentReceived ACCEPTED', 'paymentReceived ACCEPTED'])
    expect(world.sent).toMatchObject([{ to: 'Maria@customer.example', text: expect.stringContaining('$42.50') }])
  })

  test('when they get the receipt by email, then only the text leaves', async () => {
    const { world } = given
    await wants(world, 'paymentReceived')
    await wantsTexts(world, number, 'paymentReceived')
    await pay(world, 'maria@CUSTOMER.example')
    await goOn(world, 5)
    expect(await standing(world)).toEqual(['paymentReceived DROPPED receipt', 'paymentReceived ACCEPTED'])
    expect(world.texted).toHaveLength(1)
  })

  test('when it is refunded before the notification leaves, then only the refund is told', async () => {
    const { world } = given
    await wants(world, 'paymentReceived', 'paymentRefunded')
    await refund(world, await pay(world))
    await goOn(world, 10)
    expect(await standing(world)).toEqual(['paymentReceived DROPPED undone', 'paymentRefunded ACCEPTED'])
    expect(world.sent).toHaveLength(1)
  })

  test.each([
    [['UNKNOWN', 'NOT_CHARGED'], ['paymentFailed ACCEPTED']],
    [['UNKNOWN', 'ESCALATED', 'DECLINED'], ['paymentFailed ACCEPTED']],
    [['UNKNOWN', 'REVERSED'], ['paymentFailed ACCEPTED']],
    [['UNKNOWN', 'CHARGED'], ['paymentReceived ACCEPTED']],
    [['DECLINED'], []],
    [['NOT_CHARGED'], []],
  ] satisfies [AttemptState[], string[]][])('when a charge becomes %j, then they are told %j', async (states, told) => {
    const { world } = given
    await wants(world, 'paymentReceived', 'paymentFailed')
    const engine = engineOf(world)
    const begun = await beginCheckout(engine.db, intentFor(engine, [account]))
    if (begun.outcome !== 'begun') throw new Error(begun.outcome)
    for (const to of states) {
      const reply = to === 'CHARGED' ? { ...emptyReply, tag: '501', authorization: 'ET5' } : null
      const outcome = composeOutcome(engine, begun.checkout, { to, reply, detail: {}, epoch: null })
      for (let again = 0; again < 2; again += 1) await recordOutcome(engine.db, outcome)
    }
    await goOn(world, 5)
    expect(await standing(world)).toEqual(told)
  })

  test('when they have turned it off by then, or the night is long, then nothing leaves', async () => {
    const { world } = given
    await wants(world, 'paymentReceived')
    await pay(world)
    await world.deps.db.deleteFrom('notification_choice').execute()
    await goOn(world, 5)
    expect(await standing(world)).toEqual(['paymentReceived DROPPED not_wanted'])
    await wants(world, 'paymentRefunded')
    await refund(world, await pay(world))
    world.isStopped = true
    await goOn(world, 3 * 24 * 60)
    world.isStopped = false
    await work(world)
    expect((await standing(world)).at(-1)).toBe('paymentRefunded DROPPED late')
  })
})

describe('given a payment at an office, by mail or at a bank', () => {
  const paidThere = { id: '11', account, type: 'PS', amount: -9_520, date: '2026-06-01', parent: 'P1' } as const
  const returned = { ...paidThere, id: '12', type: 'PX', amount: 9_520, date: '2026-06-02' } as const

  test('when it is imported, then it is told once, after the delay, however often it is imported again', async () => {
    const { world } = given
    await wants(world, 'paymentReceived')
    await addTestTransaction(world.deps.db, paidThere)
    await imports(world)
    await work(world)
    expect(await standing(world)).toEqual(['paymentReceived HELD'])
    await workThroughDelay(world)
    await imports(world)
    await workThroughDelay(world)
    expect(await standing(world)).toEqual(['paymentReceived ACCEPTED'])
    expect(world.sent).toMatchObject([{ text: expect.stringContaining('$95.20') }])
  })

  test('when it is already there as they choose, or is ours, or old, then nobody is notified', async () => {
    const { world } = given
    const { db } = world.deps
    await addTestTransaction(db, paidThere)
    await addTestTransaction(db, { ...paidThere, id: '21', parent: 'P2', receipt: 'W-7' })
    await addTestTransaction(db, { ...paidThere, id: '31', parent: 'P3', date: '2026-05-20' })
    await wants(world, 'paymentReceived')
    await imports(world)
    await workThroughDelay(world)
    expect(await standing(world)).toEqual(['paymentReceived DROPPED baseline'])
  })

  test('when it was returned before the notification left, then only that is told', async () => {
    const { world } = given
    await wants(world, 'paymentReceived', 'paymentFailed')
    await addTestTransaction(world.deps.db, paidThere)
    await imports(world)
    await work(world)
    await addTestTransaction(world.deps.db, returned)
    await workThroughDelay(world)
    expect(await standing(world)).toEqual(['paymentReceived DROPPED gone'])
    world.clock.advance(24 * 60 * minute)
    await imports(world)
    await workThroughDelay(world)
    expect(await standing(world)).toEqual(['paymentReceived DROPPED gone', 'paymentFailed ACCEPTED'])
    expect(world.sent).toHaveLength(1)
  })
})
