import { describe, expect, test } from 'vitest'
import { metrics } from '../../metrics.ts'
import { resumeAgreement } from '../agreements/resume.ts'
import { declined } from '../testing/engine-world.ts'
import {
  accept,
  autopayTests,
  charges,
  goTo,
  importAgain,
  notice,
  origin,
  owes,
  run,
  runOn,
} from './testing/autopay-world.ts'
import { watchWork } from './watch.ts'

const tests = autopayTests()
const byMaria = { actor: { kind: 'customer', id: 1, name: 'maria' } as const, origin }

async function watch(): Promise<void> {
  await watchWork(tests.world.engine).run(new AbortController().signal)
}

async function figure(name: string): Promise<number> {
  const lines = (await metrics.metrics()).split('\n')
  return Number(
    lines
      .find((line) => line.startsWith(`${name} `))
      ?.split(' ')
      .at(-1),
  )
}

const open = async () =>
  (await tests.world.engine.db.selectFrom('planned_charge').select('seen_at').execute()).filter((row) => !row.seen_at)
    .length

async function failed(): Promise<number> {
  const { world } = tests
  const id = await accept(world)
  await notice(world)
  world.gateway.answer = async () => {
    const no = declined('3001')
    if (no.outcome !== 'declined') return no
    const evidence = { declineCode: 'stolen_card', adviceCode: null, networkDeclineCode: null, networkAdviceCode: null }
    return { ...no, reply: { ...no.reply, evidence: { ...evidence, networkTransactionId: null } } }
  }
  await runOn(world, '2026-06-20')
  expect(await charges(world)).toMatchObject([{ state: 'FAILED' }])
  return id
}

describe('a charge that failed', () => {
  test('waits for a person while the bill is unpaid, and for nobody once it is paid another way', async () => {
    await failed()
    await watch()
    expect(await open()).toBe(1)
    await owes(tests.world, 0)
    await watch()
    expect(await open()).toBe(0)
    const { seen_at, state } = await tests.world.engine.db
      .selectFrom('autopay_agreement')
      .select(['seen_at', 'state'])
      .executeTakeFirstOrThrow()
    expect([seen_at, state]).toEqual([tests.world.engine.clock.now(), 'PAUSED'])
  })

  test('waits for nobody once its agreement is on again', async () => {
    const id = await failed()
    expect(await resumeAgreement(tests.world.engine, id, byMaria)).toBe(true)
    expect(await open()).toBe(0)
  })

  test('is counted for an hour', async () => {
    await failed()
    await watch()
    expect(await figure('portal_autopay_last_hour{result="failed"}')).toBe(1)
    expect(await figure('portal_autopay_last_hour{result="sent"}')).toBe(1)
    tests.world.clock.pass(3_601_000)
    await watch()
    expect(await figure('portal_autopay_last_hour{result="failed"}')).toBe(0)
  })
})

describe('a run that is off', () => {
  test('is timed from its switch on as soon as charges are due, with the oldest of them and what is past its due date', async () => {
    const { world } = tests
    await accept(world)
    await notice(world)
    world.isStopped = true
    await world.engine.db
      .updateTable('maintenance_switch')
      .set({ is_off: true, changed_at: world.engine.clock.now() })
      .where('name', '=', 'autoPay')
      .execute()
    await watch()
    expect([await figure('portal_autopay_off_seconds'), await figure('portal_autopay_oldest_due_seconds')]).toEqual([
      0, 0,
    ])
    const before = Date.parse(world.engine.clock.now())
    await runOn(world, '2026-06-21')
    await watch()
    expect(await figure('portal_autopay_off_seconds')).toBe((Date.parse(world.engine.clock.now()) - before) / 1000)
    const opening = Date.parse('2026-06-19T22:00:00Z')
    expect(await figure('portal_autopay_oldest_due_seconds')).toBe(
      (Date.parse(world.engine.clock.now()) - opening) / 1000,
    )
    expect(await figure('portal_autopay_held_past_due')).toBe(1)
    await world.engine.db.updateTable('maintenance_switch').set({ is_off: false }).execute()
    await watch()
    expect(await figure('portal_autopay_off_seconds')).toBe(0)
  })
})

test('AutoPay turned on at night for a bill past due waits for nobody: not then, nor until the day of its notice', async () => {
  const { world } = tests
  goTo(world, '2026-06-24')
  world.clock.pass(13 * 3_600_000)
  await importAgain(world)
  await accept(world)
  await run(world)
  expect(await charges(world)).toMatchObject([{ state: 'PLANNED', held: 'after_hours', on: '2026-06-30' }])
  const heldLate = async () => {
    await watch()
    return await figure('portal_autopay_held_past_due')
  }
  expect(await heldLate()).toBe(0)
  world.isStopped = true
  goTo(world, '2026-06-25')
  await notice(world)
  await runOn(world, '2026-06-30')
  expect(await charges(world)).toMatchObject([{ held: 'run_stopped' }])
  expect(await heldLate()).toBe(0)
  await runOn(world, '2026-07-01')
  expect(await heldLate()).toBe(1)
})

test.each([
  ['nothing is owed', 0],
  ['too little is left to be due', 99],
])('a bill that is held past its due date waits for nobody once %s', async (_, left) => {
  const { world } = tests
  await accept(world)
  await notice(world)
  world.isStopped = true
  await runOn(world, '2026-06-22')
  await owes(world, left)
  goTo(world, '2026-06-23')
  await importAgain(world)
  await watch()
  expect(await open()).toBe(0)
})
