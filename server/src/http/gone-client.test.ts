import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { insertAnnouncement } from '@portal/contract/announcement-editing'
import { exportTransactions } from '@portal/contract/report-export'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { enrolCustomer } from '../testing/people.ts'
import { type TestApp, testApp } from './testing/app.ts'

let portal: TestApp
let port: number
beforeAll(async () => {
  portal = await testApp()
  port = Number(new URL(await portal.app.listen({ host: '127.0.0.1', port: 0 })).port)
})
beforeEach(() => portal.logLines.splice(0))
afterAll(() => portal.close())

const path = '/api/v1/user-login'

/** The beginning of a call that says how long its body is. */
function head(length: number): string {
  return `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`
}

const faults = () => portal.logLines.filter((line) => line.includes('"level":"error"'))

test('given somebody who goes away in the middle of a body, then that is no fault of ours', async () => {
  const socket = connect(port, '127.0.0.1')
  const isTaken = once(portal.app.server, 'request')
  socket.write(`${head(100)}{"userName":`)
  await isTaken
  socket.destroy()
  await expect.poll(() => portal.logLines.join('')).toContain('"msg":"Request rejected"')
  expect(faults()).toEqual([])
})

test('given somebody who is gone before the call is carried out, then it is known where they were', async () => {
  const { username: userName } = await enrolCustomer(portal.deps)
  const body = JSON.stringify({ userName, password: 'wrong' })
  // What follows is no request: the connection ends while the password is compared.
  connect(port, '127.0.0.1')
    .end(`${head(body.length)}${body}GARBAGE\r\n\r\n`)
    .resume()
  const entries = portal.database.db.selectFrom('audit_entry').select(['action', 'address'])
  await expect.poll(async () => await entries.execute()).toHaveLength(1)
  expect(await entries.execute()).toEqual([{ action: 'customer-sign-in', address: '127.0.0.1' }])
  expect(faults()).toEqual([])
})

test('given a form that ends before it is known who sends it, then nobody waits for the rest of it', async () => {
  const { cookies } = await portal.administrator(1)
  const headers = [
    `POST ${insertAnnouncement.path} HTTP/1.1`,
    'Host: a',
    `Cookie: portal-admin=${cookies.get('portal-admin')}`,
    'Content-Type: multipart/form-data; boundary=x',
    'Transfer-Encoding: chunked',
  ]
  // After the first piece comes what cannot be a length: the connection ends while the session is looked up.
  connect(port, '127.0.0.1')
    .end(`${headers.join('\r\n')}\r\n\r\n5\r\n--x\r\n\r\nGARBAGE\r\n`)
    .resume()
  await expect.poll(() => portal.logLines.join('')).toContain('"msg":"Request rejected"')
})

test('given somebody who leaves before the file they asked for is begun, then it is not made', async () => {
  const { cookies } = await portal.administrator(1)
  const { pool } = portal.database
  const holder = await pool.connect()
  // Whoever reads payments meanwhile has to wait.
  await holder.query('begin; lock table posting in access exclusive mode')
  const asked = `GET ${exportTransactions.path} HTTP/1.1\r\nHost: a\r\nCookie: portal-admin=${cookies.get('portal-admin')}`
  connect(port, '127.0.0.1').end(`${asked}\r\n\r\nGARBAGE\r\n\r\n`).resume()
  await wait(1_000)
  const copies = "from pg_stat_activity where datname = current_database() and state = 'active' and query like 'copy%'"
  expect((await pool.query(`select query ${copies}`)).rows).toEqual([])
  await holder.query('rollback')
  holder.release()
  expect(faults()).toEqual([])
})
