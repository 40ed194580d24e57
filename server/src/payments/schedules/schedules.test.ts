import { randomUUID } from 'node:crypto'
import { CalendarDate } from '@portal/contract/dates'
import { cents, noCents } from '@portal/contract/money'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openSession } from '../../foundation/sessions/session.ts'
import {
  type AutopayWorld,
  account,
  autopayTests,
  charges,
  emails,
  mailLeaves,
  mailed,
  origin,
  owes,
  run,
  runOn,
  saveMethod,
} from '../run/testing/autopay-world.ts'
import { declined, unknown } from '../testing/engine-world.ts'
import { cancelSchedule, changeSchedule, listSchedules, makeSchedule, withFees } from './schedules.ts'

const tests = autopayTests()
beforeEach(async () => {
  const { world } = tests
  const { id } = await openSession(
    { db: world.engine.db, clock: world.clock },
    { kind: 'customer', webUserId: world.maria.webUserId },
  )
  world.maria = { ...world.maria, id }
})

const asker = ({ maria: customer }: AutopayWorld) => ({ customer, origin })
const orderOf = (world: AutopayWorld, asked: { payOn?: string; amount?: number; card?: number } = {}) => ({
  payOn: CalendarDate.parse(asked.payOn ?? '2026-06-10'),
  savedCardId: asked.card ?? world.cardId,
  items: withFees(world.engine, 'card', [{ accountId: account, amount: cents(asked.amount ?? 5_000) }]),
  authorization: null,
})

/** Set on 06/01, and the email has left. */
async function schedule(world: AutopayWorld, asked: Parameters<typeof orderOf>[1] = {}): Promise<number> {
  const made = await makeSchedule(world.engine, asker(world), { ...orderOf(world, asked), key: randomUUID() })
  expect(made).toBe('scheduled')
  await mailLeaves(world)
  world.clock.pass(60_000)
  await run(world)
  const [newest] = (await listSchedules(world.engine, world.maria.webUserId)).toReversed()
  return newest?.id ?? 0
}

describe('a scheduled payment', () => {
  test('is told right away and the day before, and charged once on its day', async () => {
    const { world } = tests
    await schedule(world)
    expect(await charges(world)).toMatchObject([{ state: 'NOTIFIED', on: '2026-06-10', noticed: 5_000 }])
    await runOn(world, '2026-06-08')
    expect(await emails(world)).toEqual(['schedule-set'])
    await runOn(world, '2026-06-09')
    await run(world)
    expect(await emails(world)).toEqual(['schedule-set', 'schedule-reminder'])
    expect(world.gateway.charges).toEqual([])
    await runOn(world, '2026-06-10')
    await runOn(world, '2026-06-11')
    expect(world.gateway.charges).toMatchObject([{ amount: 5_000, tender: { payer: 'unscheduled' } }])
    expect(await emails(world)).toEqual(['schedule-set', 'schedule-reminder', 'payment-confirmation'])
  })

  test('set on the day before has no second email about the same', async () => {
    const { world } = tests
    await schedule(world, { payOn: '2026-06-02' })
    await runOn(world, '2026-06-02')
    expect(await emails(world)).toEqual(['schedule-set', 'payment-confirmation'])
  })

  test('waits until a mail server has taken its email', async () => {
    const { world } = tests
    await makeSchedule(world.engine, asker(world), { ...orderOf(world), key: randomUUID() })
    await runOn(world, '2026-06-10')
    expect(world.gateway.charges).toEqual([])
    expect(await charges(world)).toMatchObject([{ state: 'PLANNED', held: 'notice_waits' }])
  })

  test.each([
    ['less is owed', 2_000, [2_000], 'payment-confirmation'],
    ['nothing is owed', 0, [], 'schedule-skipped'],
  ])('takes no more than is owed on the day: %s', async (_, owed, taken, email) => {
    const { world } = tests
    await schedule(world)
    await owes(world, owed)
    await runOn(world, '2026-06-10')
    expect(world.gateway.charges.map(({ amount }) => amount)).toEqual(taken)
    expect(await emails(world)).toContain(email)
  })

  test('pressed twice is one, and its key stands for nothing else', async () => {
    const { world } = tests
    const key = randomUUID()
    const twice = await Promise.all(
      [1, 2].map(() => makeSchedule(world.engine, asker(world), { ...orderOf(world), key })),
    )
    expect(twice).toEqual(['scheduled', 'scheduled'])
    expect(await charges(world)).toHaveLength(1)
    const other = { ...orderOf(world, { amount: 4_000 }), key }
    expect(await makeSchedule(world.engine, asker(world), other)).toBe('keyReused')
  })
})

test.each([
  ['expires before its day', '2026-05', true],
  ['lasts until its day', '2026-06', false],
])('the email says so of a card that %s', async (_, expires, isSaid) => {
  const { world } = tests
  await world.engine.db.updateTable('saved_card').set({ expires }).execute()
  await schedule(world)
  const email = await world.engine.db.selectFrom('email').select('body_text').executeTakeFirstOrThrow()
  expect(email.body_text.includes('The card expires before that day.')).toBe(isSaid)
})

describe('given a service fee', () => {
  const passOn = (flat: number) => {
    const serviceFees = [{ method: 'card', channels: ['schedule'], flat }] as const
    Object.assign(tests.world.engine.profile, { serviceFees })
  }
  beforeEach(() => passOn(250))
  afterEach(() => void Object.assign(tests.world.engine.profile, { serviceFees: [] }))

  test('then it was told, and the charge is of both', async () => {
    const { world } = tests
    await schedule(world)
    await runOn(world, '2026-06-10')
    expect(world.gateway.charges).toMatchObject([{ amount: 5_250, fee: 250, accounts: [{ amount: 5_000 }] }])
  })

  test('that rises meanwhile, then nothing is charged before the new amount was told', async () => {
    const { world } = tests
    await schedule(world)
    passOn(300)
    await runOn(world, '2026-06-10')
    expect(world.gateway.charges).toEqual([])
    expect((await mailed(world, 'schedule-reminder')).at(-1)?.text).toMatch(/Service fee, kept by [^:]*: \$3\.00/)
    await mailLeaves(world)
    await runOn(world, '2026-06-11')
    expect(world.gateway.charges).toMatchObject([{ amount: 5_300, fee: 300 }])
  })

  test('that falls meanwhile, then less is charged', async () => {
    const { world } = tests
    await schedule(world)
    passOn(100)
    await runOn(world, '2026-06-10')
    expect(world.gateway.charges).toMatchObject([{ amount: 5_100, fee: 100 }])
  })
})

describe('a change', () => {
  test('of day, amount and card is noticed again, and only that is charged', async () => {
    const { world } = tests
    const id = await schedule(world)
    const card = await saveMethod(world, { funding: 'debit' })
    const other = orderOf(world, { payOn: '2026-06-12', amount: 3_000, card })
    expect(await changeSchedule(world.engine, asker(world), id, other)).toBe('changed')
    await runOn(world, '2026-06-10')
    expect(await charges(world)).toMatchObject([{ state: 'PLANNED', noticed: 3_000, on: '2026-06-12' }])
    await mailLeaves(world)
    await runOn(world, '2026-06-12')
    expect(world.gateway.charges).toMatchObject([{ amount: 3_000 }])
    expect(await emails(world)).toEqual(['schedule-set', 'schedule-changed', 'payment-confirmation'])
  })

  test('is refused for other accounts, a removed card, and a schedule of another login', async () => {
    const { world } = tests
    const id = await schedule(world)
    const other = {
      ...orderOf(world),
      items: [{ accountId: account, amount: cents(1), fee: noCents }, ...orderOf(world).items],
    }
    expect(await changeSchedule(world.engine, asker(world), id, other)).toBe('otherAccounts')
    expect(await changeSchedule(world.engine, asker(world), id, orderOf(world, { card: 999_999 }))).toBe('cardUnusable')
    expect(await changeSchedule(world.engine, asker(world), id + 1, orderOf(world))).toBe('notThere')
  })

  test('is possible until the evening before', async () => {
    const { world } = tests
    const id = await schedule(world)
    world.isStopped = true
    await runOn(world, '2026-06-09')
    expect(await changeSchedule(world.engine, asker(world), id, orderOf(world))).toBe('changed')
    await mailLeaves(world)
    await runOn(world, '2026-06-10')
    expect(await changeSchedule(world.engine, asker(world), id, orderOf(world))).toBe('tooLate')
  })
})

describe('canceling', () => {
  test('before the day keeps it from being charged, and is told', async () => {
    const { world } = tests
    const id = await schedule(world)
    await runOn(world, '2026-06-09')
    expect(await cancelSchedule(world.engine, asker(world), id)).toBe('canceled')
    expect(await cancelSchedule(world.engine, asker(world), id)).toBe('notThere')
    await runOn(world, '2026-06-10')
    expect(world.gateway.charges).toEqual([])
    expect(await charges(world)).toMatchObject([{ state: 'SKIPPED', reason: 'canceled' }])
    expect(await emails(world)).toEqual(['schedule-set', 'schedule-reminder', 'schedule-canceled'])
  })

  test('is too late once it was sent', async () => {
    const { world } = tests
    const id = await schedule(world)
    world.gateway.answer = async () => unknown
    await runOn(world, '2026-06-10')
    expect(await cancelSchedule(world.engine, asker(world), id)).toBe('tooLate')
  })

  test('on its day is too late, unless it waits past it', async () => {
    const { world } = tests
    const id = await schedule(world)
    await runOn(world, '2026-06-09')
    world.clock.pass(13 * 3_600_000)
    expect(await cancelSchedule(world.engine, asker(world), id)).toBe('tooLate')
    world.isStopped = true
    await runOn(world, '2026-06-10')
    expect(await cancelSchedule(world.engine, asker(world), id)).toBe('canceled')
  })
})

describe('when a bank declines it', () => {
  const because = (declineCode: string) => {
    const answer = declined('1')
    if (answer.outcome === 'declined') {
      const none = { adviceCode: null, networkDeclineCode: null, networkAdviceCode: null, networkTransactionId: null }
      answer.reply.evidence = { ...none, declineCode }
    }
    tests.world.gateway.answer = async () => answer
  }

  test.each(['stolen_card', 'expired_card'])('for good (%s), there is no other try', async (code) => {
    const { world } = tests
    await schedule(world)
    because(code)
    await runOn(world, '2026-06-10')
    await runOn(world, '2026-06-20')
    expect(world.gateway.charges).toHaveLength(1)
    expect(await emails(world)).toEqual(['schedule-set', 'schedule-failed', 'schedule-stopped'])
  })

  test('because it wants the payer, the email leads to the payment of that account with that card', async () => {
    const { world } = tests
    await schedule(world)
    because('authentication_required')
    await runOn(world, '2026-06-10')
    const { body_text } = await tests.database.db
      .selectFrom('email')
      .select('body_text')
      .where('kind', '=', 'schedule-failed')
      .executeTakeFirstOrThrow()
    expect(body_text).toContain(`/dashboard?account=${account}&card=${world.cardId}&amount=5000`)
  })

  test('for now, there is one more try, which can be canceled', async () => {
    const { world } = tests
    const id = await schedule(world)
    because('insufficient_funds')
    await runOn(world, '2026-06-10')
    expect(await charges(world)).toMatchObject([{ state: 'NOTIFIED', on: '2026-06-13', tries: 1 }])
    expect(await emails(world)).toContain('schedule-declined')
    expect(await cancelSchedule(world.engine, asker(world), id)).toBe('canceled')
  })
})
