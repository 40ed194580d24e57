import { BillId } from '@portal/contract/ids'
import { cents } from '@portal/contract/money'
import { describe, expect, test } from 'vitest'
import { addTestBill } from '../../adapters/billing-system/ledger/testing/ledger-bills.ts'
import { changeAgreement, stopAgreement } from '../agreements/agreements.ts'
import { byPortal } from '../agreements/moves.ts'
import { resumeAgreement } from '../agreements/resume.ts'
import { leasePlanned } from '../planned/charge.ts'
import { declined, unknown } from '../testing/engine-world.ts'
import { moveCharge } from './move-charge.ts'
import {
  accept,
  account,
  autopayTests,
  charges,
  emails,
  goTo,
  importAgain,
  mailLeaves,
  mailed,
  notice,
  origin,
  owes,
  run,
  runOn,
  saveMethod,
} from './testing/autopay-world.ts'

const tests = autopayTests()
const notices = async () => await mailed(tests.world, 'autopay-notice')
const terms = () => ({
  savedCardId: tests.world.cardId,
  day: { rule: 'dueDate', number: 0 } as const,
  most: null,
  range: null,
})

/** The import of that morning is looked at, and what it had to say has left. */
async function seenOn(day: string): Promise<void> {
  await runOn(tests.world, day)
  await notice(tests.world)
}

describe('more is owed after the notice', () => {
  test('and an import says so in time: a new notice replaces the first, and the charge keeps the due date', async () => {
    const { world } = tests
    await accept(world)
    await notice(world)
    await owes(world, 13_108)
    await seenOn('2026-06-10')
    const [first, second] = await notices()
    expect(first?.subject).toContain('AutoPay will charge $95.20 on 06/20/2026')
    expect(first?.text).not.toContain('replaces')
    expect(second?.subject).toContain('AutoPay will now charge $131.08 on 06/20/2026')
    expect(second?.text).toContain('replaces our last one about this bill, which said $95.20 on 06/20/2026.')
    expect(second?.text).toContain('You don’t need to do anything.')
    await runOn(world, '2026-06-20')
    expect(world.gateway.charges).toMatchObject([{ amount: 13_108 }])
    expect(await emails(world)).not.toContain('autopay-late')
  })

  test.each([
    ['on the last day that leaves time', '2026-06-15', '06/20/2026', 'You don’t need to do anything.'],
    ['too late for it', '2026-06-16', '06/21/2026', 'is due on 06/20/2026, before this charge. To pay it on time,'],
  ])('and an import says so %s: the notice says whether the charge is late', async (_, seen, on, says) => {
    const { world } = tests
    await accept(world)
    await notice(world)
    await runOn(world, '2026-06-14')
    await owes(world, 13_108)
    await seenOn(seen)
    const last = (await notices()).at(-1)
    expect(last?.subject).toContain(`will now charge $131.08 on ${on}`)
    expect(last?.text).toContain(says)
  })

  test('while the run was stopped over the due date: the notice says that the bill is past due', async () => {
    const { world } = tests
    await accept(world)
    await notice(world)
    world.isStopped = true
    await runOn(world, '2026-06-20')
    await owes(world, 13_108)
    world.isStopped = false
    await seenOn('2026-06-21')
    expect(world.gateway.charges).toEqual([])
    const last = (await notices()).at(-1)
    expect(last?.subject).toContain('will now charge $131.08 on 06/26/2026')
    expect(last?.text).toContain('was due on 06/20/2026, so it is past due.')
  })

  test('than the most that was agreed: the customer hears of it before the due date', async () => {
    const { world } = tests
    await accept(world, { most: cents(10_000) })
    await notice(world)
    await owes(world, 13_108)
    await seenOn('2026-06-10')
    expect(await charges(world)).toMatchObject([{ state: 'SKIPPED', reason: 'over_limit' }])
    expect(await emails(world)).toContain('autopay-skipped')
  })

  test('by a payment that the billing system does not know yet: nothing changes', async () => {
    const { world } = tests
    await accept(world)
    await notice(world)
    await owes(world, 5_000)
    await seenOn('2026-06-10')
    expect(await charges(world)).toMatchObject([{ state: 'NOTIFIED', noticed: 9_520 }])
    expect(await notices()).toHaveLength(1)
    await runOn(world, '2026-06-20')
    expect(world.gateway.charges).toMatchObject([{ amount: 5_000 }])
  })
})

describe('a day that changes', () => {
  test.each([
    ['later', '2026-06-30', '06/30/2026'],
    ['earlier', '2026-06-17', '06/17/2026'],
  ])('because the due date is %s now is told, and what it replaces', async (_, dueDate, on) => {
    const { world } = tests
    await accept(world)
    await notice(world)
    await tests.database.db
      .updateTable('cis.bill')
      .set({ due_date: dueDate as never })
      .execute()
    await seenOn('2026-06-10')
    const last = (await notices()).at(-1)
    expect(last?.subject).toContain(`will now charge $95.20 on ${on}`)
    expect(last?.text).toContain('which said $95.20 on 06/20/2026.')
    await runOn(world, dueDate)
    expect(world.gateway.charges).toHaveLength(1)
  })

  test('because the bill was issued again is told with what the first notice said', async () => {
    const { world } = tests
    await accept(world)
    await notice(world)
    await tests.database.db
      .updateTable('cis.bill')
      .set({ bill_id: BillId.parse('500000010002') })
      .execute()
    await owes(world, 9_000)
    await seenOn('2026-06-10')
    expect((await notices()).at(-1)?.text).toContain('which said $95.20 on 06/20/2026.')
  })

  test('because the bank turned the card into a debit card, whose notice is not old enough, is told', async () => {
    const { world } = tests
    goTo(world, '2026-06-14')
    await accept(world)
    await importAgain(world)
    await notice(world)
    await tests.database.db.updateTable('saved_card').set({ funding: 'debit' }).execute()
    await runOn(world, '2026-06-20')
    expect(world.gateway.charges).toEqual([])
    const last = (await notices()).at(-1)
    expect(last?.subject).toContain('will now charge $95.20 on 06/24/2026')
    expect(last?.text).toContain('is due on 06/20/2026, before this charge.')
    await runOn(world, '2026-06-24')
    expect(world.gateway.charges).toHaveLength(1)
    expect(await notices()).toHaveLength(2)
  })

  test('is not told to another customer, who takes the bill over', async () => {
    const { world } = tests
    await accept(world)
    await notice(world)
    await owes(world, 13_108)
    await tests.database.pool.query(
      `update autopay_agreement set state = 'ENDED', reason = 'customer';
       update planned_charge set state = 'SKIPPED', reason = 'ended', next_step_at = null`,
    )
    await runOn(world, '2026-06-17')
    await accept(world, { day: { rule: 'daysBefore', number: 2 } })
    await seenOn('2026-06-17')
    expect(await charges(world)).toMatchObject([{ state: 'NOTIFIED', on: '2026-06-22' }])
    expect((await notices()).at(-1)?.text).not.toContain('replaces')
  })
})

describe('after a pause', () => {
  test('with time enough, the charge keeps its day, and the notice comes again', async () => {
    const { world } = tests
    const id = await accept(world)
    await notice(world)
    await stopAgreement(world.engine, id, 'staff')
    await runOn(world, '2026-06-10')
    await resumeAgreement(world.engine, id, byPortal)
    await notice(world)
    expect((await notices()).map(({ subject }) => subject.slice(subject.indexOf('AutoPay')))).toEqual([
      'AutoPay will charge $95.20 on 06/20/2026',
      'AutoPay will charge $95.20 on 06/20/2026',
    ])
    await runOn(world, '2026-06-20')
    expect(world.gateway.charges).toHaveLength(1)
  })

  test('another card resumes AutoPay in the same transaction; a worker that saw the pause holds nothing', async () => {
    const { world } = tests
    const id = await accept(world)
    await notice(world)
    await stopAgreement(world.engine, id, 'declined_twice')
    await runOn(world, '2026-06-21')
    goTo(world, '2026-06-22')
    await importAgain(world)
    const now = world.clock.now()
    const [paused] = await leasePlanned(world.engine.db, now, now, 1)
    if (!paused) throw new Error('It is due again after a day')
    const savedCardId = await saveMethod(world, {})
    await changeAgreement(world.engine, world.maria, id, { ...terms(), savedCardId }, origin)
    expect(paused.of).toMatchObject({ kind: 'agreement', state: 'PAUSED' })
    const isHeld = await moveCharge(world.engine, paused, 'NOTIFIED', { held_for: 'paused', next_step_at: now })
    expect(isHeld).toBe(false)
    expect(await charges(world)).toMatchObject([{ state: 'PLANNED', held: null, on: '2026-06-27' }])
    await notice(world)
    expect(await charges(world)).toMatchObject([{ state: 'NOTIFIED', held: null, on: '2026-06-27' }])
    const { rows } = await tests.database.pool.query(
      `select from_state as "from", to_state as "to" from plan_event where agreement_id = ${id} order by id`,
    )
    expect(rows).toEqual([
      { from: null, to: 'ACTIVE' },
      { from: 'ACTIVE', to: 'PAUSED' },
      { from: 'PAUSED', to: 'ACTIVE' },
    ])
  })
})

test('a decline during a pause promises no second try', async () => {
  const { world } = tests
  const id = await accept(world)
  await notice(world)
  world.gateway.answer = async () => {
    await stopAgreement(world.engine, id, 'staff')
    return declined('3001')
  }
  await runOn(world, '2026-06-20')
  const [email] = await mailed(world, 'autopay-declined')
  expect(email?.text).toContain('AutoPay is not on for this account now, so pay the bill yourself.')
  expect(email?.text).not.toContain('once more')
})

describe('a charge that is late', () => {
  const late = async () => await mailed(tests.world, 'autopay-late')

  test('because the run is stopped is told once, with the reason', async () => {
    const { world } = tests
    await accept(world)
    await notice(world)
    world.isStopped = true
    await runOn(world, '2026-06-20')
    await runOn(world, '2026-06-21')
    expect(await late()).toHaveLength(1)
    expect((await late())[0]?.text).toContain('We have stopped AutoPay for a while.')
  })

  test('because the card is of another gateway is not promised', async () => {
    const { world } = tests
    await accept(world)
    await notice(world)
    await tests.database.db.updateTable('gateway_customer').set({ is_live: true }).execute()
    await runOn(world, '2026-06-20')
    const [email] = await late()
    expect(email?.text).toContain('We cannot charge this payment method.')
    expect(email?.text).not.toContain('We will')
  })

  test('while AutoPay is paused is not told: the email about the pause says who pays', async () => {
    const { world } = tests
    const id = await accept(world)
    await notice(world)
    await stopAgreement(world.engine, id, 'card_removed')
    await tests.database.db
      .updateTable('saved_card')
      .set({ removed_at: world.clock.now(), removed_by: 'maria' })
      .execute()
    await runOn(world, '2026-06-20')
    await runOn(world, '2026-06-22')
    expect(await charges(world)).toMatchObject([{ held: 'paused' }])
    expect(await late()).toEqual([])
  })

  test('is not told where nothing is owed', async () => {
    const { world } = tests
    await accept(world)
    await notice(world)
    world.isStopped = true
    await owes(world, 0)
    await runOn(world, '2026-06-20')
    expect(await late()).toEqual([])
  })

  test('for a bill that was past due when AutoPay was turned on is not: its notice says the day', async () => {
    const { world } = tests
    goTo(world, '2026-06-25')
    await importAgain(world)
    await accept(world)
    await notice(world)
    world.isStopped = true
    await runOn(world, '2026-06-26')
    expect(await late()).toEqual([])
    const [email] = await notices()
    expect(email?.subject).toContain('will charge $95.20 on 06/30/2026')
    expect(email?.text).toContain('was due on 06/20/2026, so it is past due.')
    await runOn(world, '2026-06-30')
    expect(await late()).toHaveLength(1)
  })
})

test('a second bill that comes while the first is unconfirmed is told when it is late', async () => {
  const { world } = tests
  world.gateway.answer = async () => unknown
  await accept(world)
  await notice(world)
  await runOn(world, '2026-06-20')
  await addTestBill(tests.database.db, {
    account,
    billId: '500000010003',
    billDate: '2026-06-30',
    dueDate: '2026-07-20',
    charges: 4_000,
  })
  await runOn(world, '2026-07-01')
  await mailLeaves(world)
  await run(world)
  expect((await charges(world)).at(-1)).toMatchObject({ state: 'PLANNED', held: 'earlier_bill' })
  await runOn(world, '2026-07-20')
  expect(await mailed(world, 'autopay-late')).toEqual([])
  await runOn(world, '2026-07-21')
  expect((await mailed(world, 'autopay-late'))[0]?.text).toContain('We will as soon as we can.')
})
