import { afterAll, beforeAll, expect, test } from 'vitest'
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

test('the metrics count requests by route and never by address', async () => {
  await portal.app.inject('/api/v1/checkout/b5f0d1f0-26a3-4d37-9d7e-5e7f0c7c3c11')
  const { body, headers } = await portal.app.inject('/metrics')
  expect(headers['content-type']).toMatch(/^text\/plain/)
  expect(body).toMatch(
    /portal_http_request_seconds_count\{method="GET",route="\/api\/v1\/checkout\/:publicId",status="401"\} \d/,
  )
  expect(body).toMatch(/portal_database_connections\{state="open"\} \d/)
  expect(body).toContain('portal_checkouts_total')
  expect(body).not.toContain('b5f0d1f0')
})
