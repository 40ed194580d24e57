import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { Problem } from '@portal/contract/problem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from './test-app.ts'

let portal: TestApp
let port: number
beforeAll(async () => {
  portal = await testApp({ config: { PUBLIC_URL: 'https://portal.example' } })
  port = Number(new URL(await portal.app.listen({ host: '127.0.0.1', port: 0 })).port)
})
afterAll(() => portal.close())

/** Sends bytes as they are and reads what comes until the other side closes. */
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
  expect(logged).toContain('What came is no request')
  expect(portal.logLines.join('')).not.toContain('4111111111111111')
})
