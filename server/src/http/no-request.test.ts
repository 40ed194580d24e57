import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { Problem } from '@portal/contract/problem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from './testing/app.ts'

let portal: TestApp
let port: number
beforeAll(async () => {
  portal = await testApp({ config: { PUBLIC_URL: 'https://portal.example' } })
  port = Number(new URL(await portal.app.listen({ host: '127.0.0.1', port: 0 })).port)
})
afterAll(() => portal.close())

/** Sends bytes as they are and reads the reply until the other side closes. */
async function tell(bytes: string): Promise<{ status: string; head: string; problem: Problem }> {
  const socket = connect(port, '127.0.0.1')
  socket.write(bytes)
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n')
  return { status: head.split('\r\n')[0] ?? '', head, problem: Problem.parse(JSON.parse(body)) }
}

test.each([
  ['garbage', 'NONSENSE 4111111111111111\r\n\r\n', 'HTTP/1.1 400 Bad Request', 'invalid'],
  [
    'two lengths',
    'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
    'HTTP/1.1 400',
    'invalid',
  ],
  ['headers without end', `GET / HTTP/1.1\r\nHost: a\r\nCookie: ${'c'.repeat(20_000)}`, 'HTTP/1.1 431', 'too-large'],
])('%s is told as a problem, with the headers of every reply, and not logged', async (_, bytes, line, name) => {
  const { status, head, problem } = await tell(bytes)
  expect(status).toContain(line)
  expect(problem).toMatchObject({ type: `/problems/${name}`, status: Number(status.split(' ')[1]) })
  for (const header of [
    "content-security-policy: default-src 'none'",
    'strict-transport-security: ',
    'x-content-type-options: nosniff',
    'cache-control: no-store',
    `x-request-id: ${problem.requestId}`,
    'content-type: application/problem+json',
  ])
    expect(head).toContain(header)
  const logged = portal.logLines.find((one) => one.includes(problem.requestId))
  expect(logged).toContain('The input is not a valid request')
  expect(portal.logLines.join('')).not.toContain('4111111111111111')
})

test.each([
  ['no host', 'HTTP/1.1', '', 'HTTP/1.1 400', 'invalid'],
  ['two hosts', 'HTTP/1.1', 'Host: a\r\nHost: b\r\n', 'HTTP/1.1 400', 'invalid'],
  ['one host', 'HTTP/1.1', 'Host: a\r\n', 'HTTP/1.1 404', 'not-found'],
  ['no host by the older protocol', 'HTTP/1.0', '', 'HTTP/1.1 404', 'not-found'],
])('a request that names %s is answered as it should be', async (_, protocol, host, line, name) => {
  const { status, head, problem } = await tell(`GET /api/v1/nowhere ${protocol}\r\n${host}Connection: close\r\n\r\n`)
  expect(status).toContain(line)
  expect(problem.type).toBe(`/problems/${name}`)
  expect(head).toContain("content-security-policy: default-src 'none'")
})

test('an unknown Expect header is ignored (RFC 9110 §10.1.1)', async () => {
  const { status, head } = await tell(
    'GET /api/v1/nowhere HTTP/1.1\r\nHost: a\r\nExpect: tea\r\nConnection: close\r\n\r\n',
  )
  expect(status).toContain('HTTP/1.1 404')
  expect(head).toContain("content-security-policy: default-src 'none'")
})
