import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
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
  socket.write(`${head(100)}{"userName":`)
  await wait(100)
  socket.destroy()
  await expect.poll(() => portal.logLines.join(''), { timeout: 5_000 }).toContain('"msg":"Refused"')
  expect(faults()).toEqual([])
})
