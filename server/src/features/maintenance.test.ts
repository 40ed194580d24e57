import { commonProblems } from '@portal/contract/problem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { maintenanceReader } from '../foundation/maintenance.ts'
import { type TestApp, testApp } from '../http/testing/app.ts'
import { type TestClock, testClock } from '../testing/clock.ts'

const path = '/api/v1/system-maintenance'

let clock: TestClock
let portal: TestApp
beforeAll(async () => {
  clock = testClock()
  portal = await testApp({ clock })
})
beforeEach(async () => {
  await portal.database.pool.query('update maintenance_switch set is_off = false')
  clock.advance(1000)
})
afterAll(() => portal.close())

async function flip(name: 'login' | 'payNow', isOff: boolean): Promise<void> {
  await portal.database.pool.query('update maintenance_switch set is_off = $2 where name = $1', [name, isOff])
  clock.advance(1000)
}

test('the flags come in order, login and sign-up first, Pay Now second; 1 means maintenance (C§7)', async () => {
  const guest = portal.guest()
  expect((await guest.get(path)).json()).toEqual([
    { id: 1, flag: 0 },
    { id: 2, flag: 0 },
  ])
  await flip('payNow', true)
  expect((await guest.get(path)).json()).toEqual([
    { id: 1, flag: 0 },
    { id: 2, flag: 1 },
  ])
  await flip('login', true)
  await flip('payNow', false)
  expect((await guest.get(path)).json()).toEqual([
    { id: 1, flag: 1 },
    { id: 2, flag: 0 },
  ])
  await flip('login', false)
})

test('while Pay Now is switched off, the server finds no account and accepts no card, whatever the page shows (R16)', async () => {
  const guest = portal.guest()
  const humanCheck = await guest.solve('account')
  const question = { accountId: '4821007391', division: 'GWA', postal: '96913', humanCheck }
  await flip('payNow', true)
  const found = await guest.post('/api/v1/validate-account', question)
  expect(found.statusCode).toBe(503)
  expect(found.json()).toMatchObject({ type: '/problems/maintenance', title: commonProblems.maintenance.title })

  await flip('payNow', false)
  const again = await guest.post('/api/v1/validate-account', question)
  expect(again.statusCode).toBe(200)
})

test('the switch of login does not stop Pay Now', async () => {
  await flip('login', true)
  const reply = await portal.guest().post('/api/v1/validate-account', {})
  expect(reply.statusCode).toBe(400)
  await flip('login', false)
})

test('a switch that another process sets takes effect within a second, and is not queried with every request', async () => {
  const guest = portal.guest()
  const flags = async () => (await guest.get(path)).json<{ flag: number }[]>().map(({ flag }) => flag)
  expect(await flags()).toEqual([0, 0])
  await portal.database.pool.query("update maintenance_switch set is_off = true where name = 'login'")
  clock.advance(999)
  expect(await flags()).toEqual([0, 0])
  clock.advance(1)
  expect(await flags()).toEqual([1, 0])
})

test('a value that was being read while a switch was set is not remembered', async () => {
  const read = maintenanceReader({ db: portal.database.db, clock })
  const underWay = read()
  read.forget()
  await underWay
  await portal.database.pool.query("update maintenance_switch set is_off = true where name = 'login'")
  expect(await read()).toEqual({ login: true, payNow: false, autoPay: false, notifications: false })
})

describe('given an administrator of level 2', () => {
  const update = '/api/v1/system-maintenance-update'

  async function entries(): Promise<{ actor: string; subject: string; before_change: string; after_change: string }[]> {
    const { rows } = await portal.database.pool.query<Awaited<ReturnType<typeof entries>>[number]>(
      "select actor, subject, before_change, after_change from audit_entry where action = 'switch-changed' order by id",
    )
    return rows
  }

  test('setting a switch takes effect everywhere within a second and is recorded once', async () => {
    const admin = await portal.administrator(2)
    const before = (await entries()).length
    expect((await admin.post(update, { id: 2, flag: 1 })).json()).toEqual({ result: 'Success' })
    clock.advance(1000)
    expect((await portal.guest().get(path)).json()).toMatchObject([{ flag: 0 }, { flag: 1 }])
    expect((await portal.guest().post('/api/v1/validate-account', {})).statusCode).toBe(503)
    expect((await entries()).slice(before)).toMatchObject([
      { subject: 'Pay Now', before_change: '{"flag":0}', after_change: '{"flag":1}' },
    ])
    await admin.post(update, { id: 2, flag: 1 })
    expect(await entries()).toHaveLength(before + 1)
    await admin.post(update, { id: 2, flag: 0 })
    clock.advance(1000)
    expect((await portal.guest().get(path)).json()).toMatchObject([{ flag: 0 }, { flag: 0 }])
    expect((await entries()).slice(before + 1)).toMatchObject([
      { subject: 'Pay Now', before_change: '{"flag":1}', after_change: '{"flag":0}' },
    ])
  })

  test('a switch that was set here takes effect here at once', async () => {
    const admin = await portal.administrator(2)
    await admin.post(update, { id: 3, flag: 1 })
    expect((await entries()).at(-1)).toMatchObject({ subject: 'AutoPay', after_change: '{"flag":1}' })
    for (const flag of [1, 0]) {
      await portal.guest().get(path)
      await admin.post(update, { id: 1, flag })
      expect((await portal.guest().get(path)).json()).toMatchObject([{ flag }, { flag: 0 }])
    }
  })

  test.each([{ id: 5, flag: 1 }, { id: 1, flag: 2 }, { id: 1 }, {}])('%j is no switch', async (body) => {
    const admin = await portal.administrator(2)
    expect((await admin.post(update, body)).statusCode).toBe(400)
  })
})

describe.each([
  [3, 'AutoPay', '/api/v1/autopay-switch'],
  [4, 'Notifications', '/api/v1/notifications-switch'],
] as const)('our switch %d, %s', (id, name, own) => {
  test('is apart from the two of the specification, and known with the time of its last change', async () => {
    const admin = await portal.administrator(2)
    await admin.post('/api/v1/system-maintenance-update', { id, flag: 1 })
    expect((await admin.get(own)).json()).toEqual({ flag: 1, changedAt: clock.now() })
    expect((await admin.get(path)).json()).toEqual([
      { id: 1, flag: 0 },
      { id: 2, flag: 0 },
    ])
  })

  test('is in the audit log once for each change', async () => {
    const admin = await portal.administrator(1)
    for (const flag of [1, 1, 0]) await admin.post('/api/v1/system-maintenance-update', { id, flag })
    const { rows } = await portal.database.pool.query(
      `select subject, after_change::jsonb ->> 'flag' as flag from audit_entry where action = 'switch-changed'
       order by id desc limit 2`,
    )
    expect(rows).toEqual([
      { subject: name, flag: '0' },
      { subject: name, flag: '1' },
    ])
  })
})
