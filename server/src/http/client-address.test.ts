import { listOwnSessions } from '@portal/contract/own-sessions'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { enrolCustomer } from '../testing/people.ts'
import { clientAddressOf } from './server.ts'
import { type TestApp, testApp } from './testing/app.ts'

let portal: TestApp
beforeAll(async () => {
  portal = await testApp({ config: { TRUSTED_PROXIES: 1 } })
})
afterAll(() => portal.close())

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['203.0.113.7:52144', '203.0.113.7'],
  ['2001:db8:1:2::1', '2001:db8:1:2::1'],
  ['[2001:db8:1:2::1]:52144', '2001:db8:1:2::1'],
  ['[2001:db8:1:2::1]', '2001:db8:1:2::1'],
  ['::ffff:203.0.113.7', '::ffff:203.0.113.7'],
])('from %s the address is %s', (ip, address) => {
  expect(clientAddressOf({ ip })).toBe(address)
})

test('given a proxy that adds the port to the longest addresses, then people sign in and can read where from', async () => {
  const address = '2001:0db8:1a2b:3c4d:5e6f:7a8b:9c0d:1e2f'
  const { username: userName, password } = await enrolCustomer(portal.deps)
  const browser = portal.guest()
  const from = { 'x-forwarded-for': `[${address}]:52144` }
  expect((await browser.post('/api/v1/user-login', { userName, password }, from)).statusCode).toBe(200)
  const { result } = listOwnSessions.reply.parse((await browser.get(listOwnSessions.path)).json())
  expect(result.map(({ clientAddress }) => clientAddress)).toEqual([address])
})
