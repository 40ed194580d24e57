import { describe, expect, test } from 'vitest'
import { metrics } from '../../metrics.ts'
import { imports, notificationTests, wants, work, workThroughDelay } from '../testing/notification-world.ts'
import { watchNotifications } from './watch.ts'

const given = notificationTests()
const bill = { billId: '500000010001' }

async function watched(): Promise<Record<string, number>> {
  await watchNotifications(given.world.deps).run(new AbortController().signal)
  const lines = (await metrics.metrics()).split('\n').filter((line) => line.startsWith('portal_notification'))
  const values = lines.map((line): [string, number] => {
    const [name = '', value] = line.split(' ')
    return [name.replace('portal_', ''), Number(value)]
  })
  return Object.fromEntries(values.filter(([name]) => !/total|text/.test(name)))
}

const nothing = {
  'notifications_ready{channel="email"}': 0,
  'notifications_oldest_ready_seconds{channel="email"}': 0,
  notification_runs_waiting: 0,
  notifications_off_seconds: 0,
}

describe('what is watched', () => {
  test('given a mail server that takes nothing, then a message is late from when it could leave today', async () => {
    const { world } = given
    await wants(world, 'billReady')
    await imports(world, bill)
    await work(world)
    world.isStopped = true
    expect(await watched()).toEqual(nothing)
    await workThroughDelay(world)
    world.clock.advance(600_000)
    expect(await watched()).toMatchObject({
      'notifications_ready{channel="email"}': 1,
      'notifications_oldest_ready_seconds{channel="email"}': 600,
    })
    // 11 p.m. there, when nothing may leave; then 8:10 of the next morning.
    world.clock.advance(35_400_000)
    expect(await watched()).toMatchObject({ 'notifications_oldest_ready_seconds{channel="email"}': 0 })
    world.clock.advance(33_000_000)
    expect(await watched()).toMatchObject({ 'notifications_oldest_ready_seconds{channel="email"}': 600 })
  })

  test('given a run that waits and a switch that is off, then both are said', async () => {
    const { world } = given
    const { db } = world.deps
    await wants(world, 'billReady')
    await imports(world, bill)
    await work(world)
    await world.database.fixtures.updateTable('notification_run').set({ state: 'WAITING' }).execute()
    const off = { is_off: true, changed_at: world.clock.now() }
    await db.updateTable('maintenance_switch').set(off).where('name', '=', 'notifications').execute()
    world.clock.advance(60_000)
    expect(await watched()).toEqual({ ...nothing, notification_runs_waiting: 1, notifications_off_seconds: 60 })
    await db.updateTable('maintenance_switch').set({ is_off: false }).execute()
  })
})
