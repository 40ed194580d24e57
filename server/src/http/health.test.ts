import type { Call } from '@portal/contract/call'
import { startCheckout } from '@portal/contract/checkout'
import { Problem } from '@portal/contract/problem'
import { allCalls } from '@portal/contract/testing/all-calls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemClock } from '../clock.ts'
import { connect } from '../database/connect.ts'
import { healthRoutes } from './health.ts'
import { createServer } from './server.ts'
import { type TestApp, testApp, testConfig } from './testing/app.ts'

let portal: TestApp
beforeAll(async () => {
  portal = await testApp()
})
afterAll(() => portal.close())

test('a running process with its database is up and ready', async () => {
  expect((await portal.app.inject('/healthz')).json()).toEqual({ status: 'up' })
  expect((await portal.app.inject('/readyz')).json()).toEqual({ status: 'ready' })
})

test('a process that is stopping is up but accepts no more calls', async () => {
  portal.readiness.isReady = false
  expect((await portal.app.inject('/readyz')).statusCode).toBe(503)
  expect((await portal.app.inject('/healthz')).statusCode).toBe(200)
  portal.readiness.isReady = true
})

test('a process whose clock is wrong is not ready', async () => {
  portal.readiness.isClockRight = false
  const reply = await portal.app.inject('/readyz')
  expect(reply.statusCode).toBe(503)
  expect(reply.json()).toEqual({ status: 'wrong clock' })
  portal.readiness.isClockRight = true
})

describe('a process whose clock is wrong', () => {
  const calls = Object.entries<Call>(allCalls)
  const send = ({ method, path }: Call) =>
    portal.app.inject({ method, url: path.replaceAll(/:\w+/g, '1'), ...(method === 'POST' && { payload: {} }) })
  beforeAll(() => {
    portal.readiness.isClockRight = false
  })
  afterAll(() => {
    portal.readiness.isClockRight = true
  })

  test('charges no card and agrees to no charge, and says so with 503, so that the proxy asks another', async () => {
    const refused = new Map<string, string>()
    for (const [name, call] of calls) {
      const { statusCode, body } = await send(call)
      if (statusCode === 503) refused.set(name, Problem.parse(JSON.parse(body)).title)
    }
    const charging = ['startCheckout', 'payeezy', 'schedulePayment', 'changeScheduledPayment']
    // A check that one process made would be expired, or of the future, for another.
    const checking = ['getHumanCheck', 'rememberHumanCheck', 'validateAccount']
    const agreeing = ['acceptAutopay', 'changeAutopay', 'resumeAutopay', 'resumeCallersAutopay']
    const names = [...charging, ...checking, ...agreeing]
    expect(refused).toEqual(new Map(names.map((name) => [name, 'Server Error. Try again later!'])))
  })

  test('takes them again once it is right', async () => {
    portal.readiness.isClockRight = true
    expect((await send(startCheckout)).statusCode).toBe(401)
    portal.readiness.isClockRight = false
  })
})

test('a process without its database is not ready', async () => {
  const nowhere = connect('postgres://nobody@127.0.0.1:9/nothing')
  const doors = portal.app.doors
  const app = await createServer({ ...portal.deps, config: testConfig('postgres://nowhere') }, doors)
  healthRoutes(app, { ...nowhere, clock: portal.deps.clock }, { isReady: true, isClockRight: true })
  const reply = await app.inject('/readyz')
  expect(reply.statusCode).toBe(503)
  expect(reply.json()).toEqual({ status: 'no database' })
  await app.close()
  await nowhere.close()
})

test('a process whose database is a standby is not ready, and its metrics say so', async () => {
  expect((await portal.app.inject('/metrics')).body).toMatch(/^portal_ready 1$/m)
  const { rows } = await portal.deps.pool.query<{ name: string }>('select current_database() as name')
  const readOnly = (value: string) =>
    portal.deps.pool.query(`alter database "${rows[0]?.name}" set default_transaction_read_only = ${value}`)
  await readOnly('on')
  const standby = connect(portal.deps.config.DATABASE_URL)
  const app = await createServer(portal.deps, portal.app.doors)
  healthRoutes(app, { ...standby, clock: portal.deps.clock }, { isReady: true, isClockRight: true })
  const reply = await app.inject('/readyz')
  expect({ code: reply.statusCode, body: reply.json() }).toEqual({ code: 503, body: { status: 'read-only database' } })
  expect((await app.inject('/metrics')).body).toMatch(/^portal_ready 0$/m)
  await app.close()
  await standby.close()
  await readOnly('off')
})

describe('a process whose database has a full disk', () => {
  beforeAll(() =>
    portal.database.pool.query(`
      create function fill_up() returns trigger language plpgsql as
        $$ begin raise 'could not extend file' using errcode = 'disk_full'; end $$;
      create trigger fill_up before insert on readiness_probe execute function fill_up();
      create trigger fill_up before insert on session execute function fill_up()`),
  )
  afterAll(() => portal.database.pool.query('drop function fill_up cascade'))

  test('is not ready, and its metrics say so', async () => {
    const reply = await portal.app.inject('/readyz')
    expect({ code: reply.statusCode, body: reply.json() }).toEqual({ code: 503, body: { status: 'full disk' } })
    expect((await portal.app.inject('/metrics')).body).toMatch(/^portal_ready 0$/m)
  })

  test('asks for another try instead of reporting a fault of its own, and logs the reason', async () => {
    const reply = await portal.guest().get('/api/v1/human-check?purpose=account')
    expect(reply.statusCode).toBe(503)
    expect(reply.json()).toMatchObject({ type: '/problems/fault', title: 'Server Error. Try again later!' })
    expect(portal.logLines.findLast((line) => line.includes('Request failed'))).toContain('could not extend file')
  })
})

test('what asks whether the disk has room needs room, however much the pages of its table have', async () => {
  const { rows } = await portal.deps.pool.query<{ name: string }>('select current_database() as name')
  const mayUse = async (kilobytes: number) =>
    await portal.deps.pool.query(`alter database "${rows[0]?.name}" set temp_file_limit = '${kilobytes}kB'`)
  for (const [kilobytes, accepts] of [
    [0, false],
    [4096, true],
  ] as const) {
    await mayUse(kilobytes)
    const fresh = connect(portal.deps.config.DATABASE_URL)
    const asked = fresh.pool.query('select write_readiness_probe()').then(
      () => true,
      () => false,
    )
    expect(await asked).toBe(accepts)
    await fresh.close()
  }
})

test('while writes hang, however many ask, one connection waits', async () => {
  const holder = await portal.deps.pool.connect()
  await holder.query('begin; lock table readiness_probe')
  const app = await createServer(portal.deps, portal.app.doors)
  healthRoutes(app, { ...portal.deps, clock: systemClock }, { isReady: true, isClockRight: true })
  const replies = await Promise.all(Array.from({ length: 5 }, () => app.inject('/readyz')))
  expect(new Set(replies.map(({ body }) => body))).toEqual(new Set([JSON.stringify({ status: 'no database' })]))
  const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
  expect((await holder.query(waiting)).rowCount).toBe(1)
  await holder.query('rollback')
  holder.release()
  await expect.poll(async () => (await app.inject('/readyz')).body).toBe(JSON.stringify({ status: 'ready' }))
  await app.close()
})

test('the metrics count requests by route and never by address', async () => {
  await portal.app.inject('/api/v1/checkout/b5f0d1f0-26a3-4d37-9d7e-5e7f0c7c3c11')
  const { body, headers } = await portal.app.inject('/metrics')
  expect(headers['content-type']).toMatch(/^text\/plain/)
  expect(body).toMatch(
    /portal_http_request_seconds_count\{method="GET",route="\/api\/v1\/checkout\/:publicId",status="404"\} \d/,
  )
  expect(body).toMatch(/portal_database_connections\{state="open"\} \d/)
  expect(body).toContain('portal_checkouts_total')
  expect(body).not.toContain('b5f0d1f0')
})
