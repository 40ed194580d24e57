import { randomUUID } from 'node:crypto'
import { CalendarDate } from '@portal/contract/dates'
import { cents } from '@portal/contract/money'
import { describe, expect, test } from 'vitest'
import { stopAgreement } from '../agreements/agreements.ts'
import { resumeWork } from '../agreements/resume.ts'
import { takePayment } from '../charge/take-payment.ts'
import { charged, declined, intentFor, testCard, unknown } from '../testing/engine-world.ts'
import { dueWarnings, expiryWork } from './card-expiry.ts'
import {
  type AutopayWorld,
  accept,
  account,
  autopayTests,
  charges,
  emails,
  goTo,
  mailLeaves,
  notice,
  origin,
  run,
  runOn,
} from './testing/autopay-world.ts'

const tests = autopayTests()
const signal = new AbortController().signal

/** By hand on the page: with the saved card, if one is named. */
async function payByHand({ engine }: AutopayWorld, amount: number, savedCardId?: number): Promise<void> {
  const one = intentFor(engine, [account])
  const items = one.items.map((item) => ({ ...item, amount: cents(amount) }))
  const card =
    savedCardId === undefined
      ? null
      : await engine.db
          .selectFrom('saved_card')
          .innerJoin('gateway_customer', 'gateway_customer.id', 'gateway_customer_id')
          .select(['saved_card.id', 'method', 'customer'])
          .where('saved_card.id', '=', savedCardId)
          .executeTakeFirstOrThrow()
  const savedMethod = card && { ...card, payer: 'present' as const }
  await takePayment(
    engine,
    { ...one, items, amount: cents(amount), idempotencyKey: randomUUID(), ...(savedMethod && { savedMethod }) },
    testCard,
    null,
  )
}

describe('what a customer pays by hand', () => {
  test('of a bill that was noticed is not charged again: only the rest is', async () => {
    const { world } = tests
    await accept(world)
    await notice(world)
    await payByHand(world, 4_000)
    await runOn(world, '2026-06-20')
    expect(world.gateway.charges.map(({ amount }) => amount)).toEqual([4_000, 5_520])
  })

  test('and is not yet confirmed keeps the charge waiting', async () => {
    const { world } = tests
    await accept(world)
    await notice(world)
    world.gateway.answer = async () => unknown
    await payByHand(world, 9_520)
    await runOn(world, '2026-06-20')
    expect(world.gateway.charges).toHaveLength(1)
    expect(await charges(world)).toMatchObject([{ state: 'NOTIFIED', held: 'account_held' }])
  })
})

describe('an agreement whose bank wants the customer', () => {
  async function declinedFor(world: AutopayWorld): Promise<number> {
    const id = await accept(world)
    await notice(world)
    const answer = declined('1')
    const none = { adviceCode: null, networkDeclineCode: null, networkAdviceCode: null, networkTransactionId: null }
    if (answer.outcome === 'declined') answer.reply.evidence = { ...none, declineCode: 'authentication_required' }
    world.gateway.answer = async () => answer
    await runOn(world, '2026-06-20')
    world.gateway.answer = async () => charged(String(5_000 + world.gateway.charges.length))
    world.clock.pass(3_600_000)
    return id
  }
  const stateOf = async ({ engine }: AutopayWorld) =>
    await engine.db.selectFrom('autopay_agreement').select(['state', 'reason']).executeTakeFirstOrThrow()
  const resume = async (world: AutopayWorld) => await resumeWork(world.engine).run(signal)

  test('is paused, and its email leads to the payment with that card', async () => {
    const { world } = tests
    await declinedFor(world)
    expect(await stateOf(world)).toEqual({ state: 'PAUSED', reason: 'payer_asked' })
    const { body_text } = await world.engine.db
      .selectFrom('email')
      .select('body_text')
      .where('kind', '=', 'autopay-paused')
      .executeTakeFirstOrThrow()
    expect(body_text).toContain(`/dashboard?account=${account}&card=${world.cardId}&amount=9520`)
  })

  test('goes on once the customer has paid that account with that card, and tells so', async () => {
    const { world } = tests
    await declinedFor(world)
    await payByHand(world, 9_520, world.cardId)
    expect(await resume(world)).toBe(1)
    expect(await resume(world)).toBe(0)
    expect(await stateOf(world)).toEqual({ state: 'ACTIVE', reason: null })
    expect((await emails(world)).filter((kind) => kind === 'autopay-resumed')).toHaveLength(1)
  })

  test.each([
    ['with a typed card', async (world: AutopayWorld) => await payByHand(world, 9_520)],
    [
      'and was declined',
      async (world: AutopayWorld) => {
        world.gateway.answer = async () => declined('2')
        await payByHand(world, 9_520, world.cardId)
      },
    ],
  ])('stays paused when the customer paid %s', async (_, pay) => {
    const { world } = tests
    await declinedFor(world)
    await pay(world)
    expect(await resume(world)).toBe(0)
    expect(await stateOf(world)).toMatchObject({ state: 'PAUSED' })
  })

  test('that staff has paused does not go on by a payment', async () => {
    const { world } = tests
    const id = await accept(world)
    const staff = { actor: { kind: 'admin', id: 1, name: 'ana' } as const, origin }
    await stopAgreement(world.engine, id, 'staff', staff)
    await payByHand(world, 9_520, world.cardId)
    await world.engine.db.updateTable('autopay_agreement').set({ confirmed_at: world.clock.now() }).execute()
    await resume(world)
    expect(await stateOf(world)).toEqual({ state: 'PAUSED', reason: 'staff' })
    expect(await resume(world)).toBe(0)
  })
})

describe('a card that expires', () => {
  const expires = async ({ engine }: AutopayWorld, month: string) =>
    await engine.db.updateTable('saved_card').set({ expires: month }).execute()
  const look = async (world: AutopayWorld, day: string) => {
    goTo(world, day)
    await expiryWork(world.engine).run(signal)
    await expiryWork(world.engine).run(signal)
    return (await emails(world)).filter((kind) => kind === 'card-expires').length
  }

  test('under an agreement is told 30 and 7 days before, once each', async () => {
    const { world } = tests
    await accept(world)
    await expires(world, '2026-07')
    expect(await look(world, '2026-06-30')).toBe(0)
    expect(await look(world, '2026-07-01')).toBe(1)
    expect(await look(world, '2026-07-23')).toBe(1)
    expect(await look(world, '2026-07-24')).toBe(2)
    expect(await look(world, '2026-07-31')).toBe(2)
  })

  test('is told no more once it was updated', async () => {
    const { world } = tests
    await accept(world)
    await expires(world, '2026-07')
    expect(await look(world, '2026-07-01')).toBe(1)
    await expires(world, '2029-07')
    expect(await look(world, '2026-07-24')).toBe(1)
  })

  test.each([
    ['nothing would charge it', async () => undefined],
    [
      'its agreement ends before',
      async (world: AutopayWorld) => void (await accept(world, { endsOn: CalendarDate.parse('2026-07-31') })),
    ],
  ])('is not told when %s', async (_, arrange) => {
    const { world } = tests
    await arrange(world)
    await expires(world, '2026-07')
    expect(await look(world, '2026-07-24')).toBe(0)
  })

  test.each([
    ['2026-06-30', ['2026-06 7']],
    ['2026-06-01', ['2026-06 30']],
    ['2026-07-01', ['2026-07 30']],
    ['2026-07-24', ['2026-07 7']],
    ['2027-01-29', ['2027-01 7', '2027-02 30']],
    ['2026-12-31', ['2026-12 7']],
  ])('on %s has these warnings', (day, expected) => {
    expect(dueWarnings(CalendarDate.parse(day)).map((each) => each.warning)).toEqual(expected)
  })
})

describe('the hours of the day', () => {
  const at = (world: AutopayWorld, day: string, hours: number) => {
    goTo(world, day)
    world.clock.pass((hours - 12) * 3_600_000)
  }

  test.each([
    ['before they begin', 7, 0],
    ['when they begin', 8, 1],
    ['in their last hour', 19, 1],
    ['when they are over', 20, 0],
  ])('charge on its day %s', async (_, hours, sent) => {
    const { world } = tests
    await accept(world)
    await notice(world)
    await runOn(world, '2026-06-19')
    at(world, '2026-06-20', hours)
    await run(world)
    expect(world.gateway.charges).toHaveLength(sent)
    await runOn(world, '2026-06-21')
    expect(world.gateway.charges).toHaveLength(1)
  })

  test('hold back notices, too', async () => {
    const { world } = tests
    await accept(world)
    at(world, '2026-06-01', 22)
    await run(world)
    expect(await emails(world)).toEqual(['autopay-agreed'])
    at(world, '2026-06-02', 8)
    await run(world)
    expect(await emails(world)).toEqual(['autopay-agreed', 'autopay-notice'])
  })

  test('and a clock set back after the notice charge nothing before the day noticed', async () => {
    const { world } = tests
    await accept(world)
    await notice(world)
    goTo(world, '2026-05-20')
    await world.engine.db.updateTable('planned_charge').set({ next_step_at: world.clock.now() }).execute()
    await run(world)
    await mailLeaves(world)
    await runOn(world, '2026-06-19')
    expect(world.gateway.charges).toEqual([])
    await runOn(world, '2026-06-20')
    expect(world.gateway.charges).toHaveLength(1)
  })
})
