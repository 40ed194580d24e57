import { CalendarDate } from '@portal/contract/dates'
import { cents, noCents } from '@portal/contract/money'
import { beforeEach, describe, expect, test } from 'vitest'
import { openSession } from '../../foundation/sessions/session.ts'
import { stopAgreement } from '../agreements/agreements.ts'
import { byPortal } from '../agreements/moves.ts'
import { resumeAgreement } from '../agreements/resume.ts'
import { cancelSchedule, changeSchedule, makeSchedule } from '../schedules/schedules.ts'
import { stillStands } from './still-stands.ts'
import { accept, account, autopayTests, charges, goTo, notice, origin, run, runOn } from './testing/autopay-world.ts'

const tests = autopayTests()
beforeEach(async () => {
  const { engine, clock, maria } = tests.world
  const { id } = await openSession({ db: engine.db, clock }, { kind: 'customer', webUserId: maria.webUserId })
  tests.world.maria = { ...maria, id }
})

/** The kinds of emails that wait, and would leave now. */
async function leaving(): Promise<string[]> {
  const { db } = tests.database
  const waiting = db.selectFrom('email').select(['kind', 'dedupe_key as dedupeKey']).where('delivered_at', 'is', null)
  const emails = await waiting.orderBy('id').execute()
  const stand = await Promise.all(emails.map(async (email) => await stillStands(tests.world.engine, email)))
  return emails.flatMap(({ kind }, index) => (stand[index] ? [kind] : []))
}

/** As the delivery does it. */
async function withdrawStale(): Promise<void> {
  const { db } = tests.database
  for (const email of await db.selectFrom('email').select(['id', 'kind', 'dedupe_key as dedupeKey']).execute())
    if (!(await stillStands(tests.world.engine, email)))
      await db.deleteFrom('email').where('id', '=', email.id).execute()
}

const asker = () => ({ customer: tests.world.maria, origin })
const order = (payOn: string) => ({
  payOn: CalendarDate.parse(payOn),
  savedCardId: tests.world.cardId,
  items: [{ accountId: account, amount: cents(5_000), fee: noCents }],
  authorization: null,
})

async function schedule(payOn: string): Promise<number> {
  const key = '4d0d2f3e-7d6c-4b0e-9c55-8f4c2b1a0e01'
  expect(await makeSchedule(tests.world.engine, asker(), { ...order(payOn), key })).toBe('scheduled')
  return (await tests.database.db.selectFrom('payment_schedule').select('id').executeTakeFirstOrThrow()).id
}

describe('an email of AutoPay that waits for the mail server', () => {
  test('leaves while what it says is so', async () => {
    await accept(tests.world)
    await run(tests.world)
    expect(await leaving()).toEqual(['autopay-agreed', 'autopay-notice'])
  })

  test('does not promise a charge of an agreement that is paused by now', async () => {
    const { world } = tests
    const id = await accept(world)
    await run(world)
    await stopAgreement(world.engine, id, 'staff')
    expect(await leaving()).toEqual(['autopay-agreed', 'autopay-paused', 'autopay-stopped'])
    await resumeAgreement(world.engine, id, byPortal)
    await stopAgreement(world.engine, id, 'staff')
    expect(await leaving()).not.toContain('autopay-resumed')
  })

  test('does not name a day that is too near by now: another one is written', async () => {
    const { world } = tests
    await accept(world)
    await run(world)
    await runOn(world, '2026-06-15')
    expect(await leaving()).toContain('autopay-notice')
    await runOn(world, '2026-06-16')
    expect(await leaving()).not.toContain('autopay-notice')
    await withdrawStale()
    world.clock.pass(5 * 60_000)
    await run(world)
    expect(await charges(world)).toMatchObject([{ state: 'PLANNED', on: '2026-06-21' }])
    expect(await leaving()).toContain('autopay-notice')
  })

  test('does not say that a charge is late once it is made, nor that it waits once AutoPay is paused', async () => {
    const { world } = tests
    const id = await accept(world)
    await notice(world)
    world.isStopped = true
    await runOn(world, '2026-06-20')
    expect(await leaving()).toEqual(['autopay-late'])
    await stopAgreement(world.engine, id, 'staff')
    expect(await leaving()).not.toContain('autopay-late')
  })
})

describe('an email about a scheduled payment that waits', () => {
  test('leaves while it is as it was set', async () => {
    await schedule('2026-06-10')
    expect(await leaving()).toEqual(['schedule-set'])
  })

  test('does not once it was changed or canceled', async () => {
    const { world } = tests
    const id = await schedule('2026-06-10')
    await changeSchedule(world.engine, asker(), id, order('2026-06-12'))
    expect(await leaving()).toEqual(['schedule-changed'])
    await cancelSchedule(world.engine, asker(), id)
    expect(await leaving()).toEqual(['schedule-canceled'])
  })

  test('does not once its day is over: a later day is told', async () => {
    const { world } = tests
    await schedule('2026-06-10')
    await runOn(world, '2026-06-11')
    expect(await leaving()).not.toContain('schedule-set')
    await withdrawStale()
    world.clock.pass(5 * 60_000)
    await run(world)
    expect(await leaving()).toContain('schedule-reminder')
    expect(await charges(world)).toMatchObject([{ state: 'PLANNED', on: '2026-06-12' }])
  })

  test('does not say “tomorrow” on the day itself', async () => {
    const { world } = tests
    await schedule('2026-06-10')
    await notice(world)
    await runOn(world, '2026-06-09')
    expect(await leaving()).toEqual(['schedule-reminder'])
    goTo(world, '2026-06-10')
    expect(await leaving()).toEqual([])
  })
})
