import { randomUUID } from 'node:crypto'
import type { ReturnReason } from '@portal/contract/bank-accounts'
import { CalendarDate } from '@portal/contract/dates'
import { cents } from '@portal/contract/money'
import { beforeEach, describe, expect, test } from 'vitest'
import { openSession } from '../../foundation/sessions/session.ts'
import type { Engine } from '../engine.ts'
import { blockAccount, wakeScheduled } from '../planned/methods.ts'
import { postingLoop } from '../posting/post-to-billing.ts'
import {
  account,
  type AutopayWorld,
  autopayTests,
  charges,
  emails,
  goTo,
  mailed,
  mailLeaves,
  origin,
  owes,
  run,
  runOn,
  saveBankAccount,
} from '../run/testing/autopay-world.ts'
import { bankSays, debiting } from '../run/testing/debits.ts'
import { cancelSchedule, changeSchedule, listSchedules, makeSchedule, type ScheduleOrder } from './schedules.ts'

const tests = autopayTests()
let words: string
beforeEach(async () => {
  const { world } = tests
  debiting(world)
  words = 'By pressing Schedule $50.00, I authorize Test Water to debit my bank account.'
  const { db } = world.engine
  const { id } = await openSession({ db, clock: world.clock }, { kind: 'customer', webUserId: world.maria.webUserId })
  world.maria = { ...world.maria, id }
})

const asker = ({ maria: customer }: AutopayWorld) => ({ customer, origin })

interface Asked {
  payOn?: string
  credit?: 'submission' | 'settlement'
  fee?: number
}

async function orderOf(world: AutopayWorld, { payOn, credit, fee }: Asked = {}): Promise<ScheduleOrder> {
  return orderWith(await saveBankAccount(world, credit && { credit }), payOn, fee)
}

function orderWith(savedCardId: number, payOn = '2026-06-10', fee = 0): ScheduleOrder {
  const acceptedAt = tests.world.clock.now()
  return {
    payOn: CalendarDate.parse(payOn),
    savedCardId,
    items: [{ accountId: account, amount: cents(5_000), fee: cents(fee) }],
    authorization: { words, acceptedAt, from: '203.0.113.7', browser: 'Firefox 4111111111111111' },
  }
}

/** Set on 06/01, and the email has left. @returns its key */
async function schedule(asked: Asked = {}): Promise<number> {
  const { world } = tests
  const order = { ...(await orderOf(world, asked)), key: randomUUID() }
  expect(await makeSchedule(world.engine, asker(world), order)).toBe('scheduled')
  await mailLeaves(world)
  world.clock.pass(60_000)
  await run(world)
  return (await listed())?.id ?? 0
}

const listed = async () => (await listSchedules(tests.world.engine, tests.world.maria.webUserId))[0]
const debits = () => tests.world.gateway.charges
const authorized = async () =>
  await tests.database.db
    .selectFrom('debit_authorization')
    .innerJoin('autopay_words', 'sha256', 'words_sha256')
    .select(['words', 'accepted_at', 'accepted_from', 'browser'])
    .execute()

describe('a payment that is scheduled from a bank account', () => {
  test('keeps what its holder has authorized, and mails a copy', async () => {
    const { world } = tests
    await schedule()
    const { db } = tests.database
    const kept = db.selectFrom('payment_schedule').innerJoin('autopay_words', 'sha256', 'words_sha256')
    expect(await kept.select(['words', 'accepted_from', 'browser']).execute()).toEqual([
      { words, accepted_from: '203.0.113.7', browser: 'Firefox #' },
    ])
    const [email] = await mailed(world, 'schedule-set')
    expect(email?.text).toContain(words)
    expect(email?.text).toContain('We’ll charge First Hawaiian, checking ending in 6789 on the day below.')
  })

  test('is not made without the words, and a card not with them', async () => {
    const { world } = tests
    const order = { ...(await orderOf(world)), key: randomUUID() }
    const silent = { ...order, authorization: null }
    expect(await makeSchedule(world.engine, asker(world), silent)).toBe('cardUnusable')
    expect(await makeSchedule(world.engine, asker(world), { ...order, savedCardId: world.cardId })).toBe('cardUnusable')
  })

  // The evening of a day on Guam is its morning at the banks. 06/19 is Juneteenth, 06/20 a Saturday.
  test.each([
    ['Wednesday', '2026-06-10', '06/17/2026'],
    ['the eve of a holiday', '2026-06-18', '06/26/2026'],
    ['a holiday', '2026-06-19', '06/27/2026'],
    ['the Sunday after', '2026-06-21', '06/27/2026'],
    ['Monday', '2026-06-22', '06/27/2026'],
  ])('says by which day the bank confirms one of %s', async (_, payOn, by) => {
    await schedule({ payOn })
    const [email] = await mailed(tests.world, 'schedule-set')
    expect(email?.text).toContain(`Your bank confirms the payment by ${by}.`)
  })

  test.each([
    ['submission', ['POSTED']],
    ['settlement', []],
  ] as const)('is debited once on its day, and paid once the bank has: credited at %s', async (credit, posted) => {
    const { world } = tests
    await schedule({ credit })
    await runOn(world, '2026-06-09')
    expect(await emails(world)).toEqual(['schedule-set', 'schedule-reminder'])
    await runOn(world, '2026-06-10')
    await runOn(world, '2026-06-12')
    const tender = { isBankAccount: true, payer: 'unscheduled', mandate: expect.stringMatching(/^mandate_/) }
    expect(debits()).toMatchObject([{ amount: 5_000, brand: null, tender }])
    expect(await listed()).toMatchObject({ items: [{ state: 'SENT', answersBy: '2026-06-16T22:00:00.000Z' }] })
    expect(await authorized()).toEqual([
      { words, accepted_at: expect.any(String), accepted_from: '203.0.113.7', browser: 'Firefox #' },
    ])
    expect((await mailed(world, 'bank-submitted'))[0]?.text).toContain(words)
    expect(await postings()).toEqual(posted)
    await bankSays(world, '2026-06-17', 'approved')
    expect(await charges(world)).toMatchObject([{ state: 'PAID' }])
    expect(await postings()).toEqual(['POSTED'])
    expect(await emails(world)).toEqual(['schedule-set', 'schedule-reminder', 'bank-submitted', 'payment-confirmation'])
  })

  test('takes less where less is owed, and never a fee that has risen since', async () => {
    const { world } = tests
    await schedule({ fee: 100 })
    const serviceFees: Engine['profile']['serviceFees'] = [{ method: 'bank', channels: ['schedule'], flat: 250 }]
    world.engine.profile = { ...world.engine.profile, serviceFees }
    await owes(world, 3_000)
    await runOn(world, '2026-06-10')
    expect(debits()).toMatchObject([{ amount: 3_100, fee: 100 }])
  })

  test('is revoked until the evening before: then nothing is debited', async () => {
    const { world } = tests
    const id = await schedule()
    goTo(world, '2026-06-09')
    world.clock.pass(12 * 3_600_000 - 1)
    expect(await cancelSchedule(world.engine, asker(world), id)).toBe('canceled')
    await runOn(world, '2026-06-10')
    expect(debits()).toEqual([])
  })

  test('can be revoked no more on its day', async () => {
    const { world } = tests
    const id = await schedule()
    goTo(world, '2026-06-09')
    world.clock.pass(12 * 3_600_000)
    expect(await cancelSchedule(world.engine, asker(world), id)).toBe('tooLate')
  })

  test('that is changed has the newer words, and none with a card', async () => {
    const { world } = tests
    const id = await schedule()
    const kept = async () =>
      await tests.database.db.selectFrom('payment_schedule').select(['words_sha256 as sha256', 'browser']).execute()
    const [before] = await kept()
    words = 'By pressing Schedule $40.00, I authorize Test Water.'
    const savedCardId = (await listed())?.savedCardId ?? 0
    const order = orderWith(savedCardId, '2026-06-12')
    expect(await changeSchedule(world.engine, asker(world), id, order)).toBe('changed')
    expect((await kept())[0]?.sha256).not.toBe(before?.sha256)
    expect((await mailed(world, 'schedule-changed'))[0]?.text).toContain(words)
    const byCard = { ...order, savedCardId: world.cardId, authorization: null }
    expect(await changeSchedule(world.engine, asker(world), id, byCard)).toBe('changed')
    expect(await kept()).toEqual([{ sha256: null, browser: null }])
  })

  test.each([
    ['is removed', 'card_removed', 'The payment method of your scheduled payment was removed'],
    ['has no mandate anymore', 'bank_blocked', 'The bank account of your scheduled payment can’t be debited anymore'],
  ] as const)('ends at once when its bank account %s', async (_, reason, text) => {
    const { world } = tests
    await schedule()
    const { db } = tests.database
    const now = world.clock.now()
    await db.transaction().execute(async (tx) => {
      if (reason === 'bank_blocked') return await blockAccount(tx, 'account-6789', 'mandate_gone', now)
      const gone = tx
        .updateTable('saved_card')
        .set({ removed_at: now, removed_by: 'maria' })
        .where('bank_name', 'is not', null)
      const { id } = await gone.returning('id').executeTakeFirstOrThrow()
      await wakeScheduled(tx, id, now)
    })
    await run(world)
    expect(await charges(world)).toMatchObject([{ state: 'SKIPPED', reason }])
    expect(await mailed(world, 'schedule-skipped')).toMatchObject([{ text: expect.stringContaining(text) }])
  })
})

describe('a return of it', () => {
  const returned = async (why: ReturnReason) => {
    await schedule()
    await runOn(tests.world, '2026-06-10')
    await bankSays(tests.world, '2026-06-12', why)
    await run(tests.world)
  }

  test('for lack of money allows one more debit, ten days after a new notice; a second one ends it', async () => {
    const { world } = tests
    await returned('funds')
    expect(await charges(world)).toMatchObject([{ state: 'PLANNED', on: '2026-06-22', tries: 1 }])
    expect(await mailed(world, 'schedule-returned')).toMatchObject([
      { text: expect.stringContaining('We will debit it once more, and email you the day first.') },
    ])
    expect((await mailed(world, 'schedule-reminder')).at(-1)).toMatchObject({
      subject: expect.stringContaining('We’ll debit your payment again on 06/22/2026'),
      text: expect.stringContaining('or stop it at your bank until three business days before'),
    })
    await runOn(world, '2026-06-22')
    expect(debits()).toHaveLength(1)
    await mailLeaves(world)
    await runOn(world, '2026-06-23')
    expect((await mailed(world, 'schedule-reminder')).at(-1)?.subject).toContain('again on 07/02/2026')
    await runOn(world, '2026-07-01')
    expect(debits()).toHaveLength(1)
    await runOn(world, '2026-07-02')
    expect(debits()).toHaveLength(2)
    expect(await authorized()).toHaveLength(2)
    await bankSays(world, '2026-07-07', 'funds')
    await run(world)
    expect(await charges(world)).toMatchObject([{ state: 'FAILED', reason: 'returned_twice' }])
    await runOn(world, '2026-08-20')
    expect(debits()).toHaveLength(2)
  })

  test('that blocks bank payments of the account ends it, with an email that says so', async () => {
    const { world } = tests
    const order = await orderOf(world)
    const bankPayments = { credit: 'submission', sourceCode: 'ACH', returnsBlock: { count: 1, months: 12 } } as const
    world.engine.profile = { ...world.engine.profile, bankPayments }
    await makeSchedule(world.engine, asker(world), { ...order, key: randomUUID() })
    await mailLeaves(world)
    await runOn(world, '2026-06-02')
    await runOn(world, '2026-06-10')
    await bankSays(world, '2026-06-12', 'funds')
    await run(world)
    expect(await charges(world)).toMatchObject([{ state: 'SKIPPED', reason: 'bank_not_taken' }])
    expect(await mailed(world, 'schedule-skipped')).toMatchObject([
      { text: expect.stringContaining('cannot be paid from a bank account now, because payments were returned') },
    ])
  })

  test.each(['account', 'stopped', 'unauthorized', 'terms', 'company', 'person', 'other'] as const)(
    'for %s ends it, and nothing is debited again',
    async (why) => {
      const { world } = tests
      await returned(why)
      expect(await charges(world)).toMatchObject([{ state: 'FAILED', tries: 1 }])
      expect(await emails(world)).toContain('schedule-failed')
      await runOn(world, '2026-07-20')
      expect(debits()).toHaveLength(1)
    },
  )
})

async function postings(): Promise<string[]> {
  await postingLoop(tests.world.engine).run(new AbortController().signal)
  const rows = await tests.database.db.selectFrom('posting').select('state').execute()
  return rows.map(({ state }) => state)
}
