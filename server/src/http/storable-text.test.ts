import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isStorable } from './input.ts'
import { type TestApp, testApp } from './testing/app.ts'

const half = 'a\uD800b'
const deepNote = `${'['.repeat(30_000)}${']'.repeat(30_000)}`

describe('which input can be stored', () => {
  test.each<[string, unknown, boolean]>([
    ['nothing', undefined, true],
    ['a number', 7, true],
    ['a text with every kind of letter', 'José 山田 😀\n\t', true],
    ['a NUL', '\0', false],
    ['half of a pair', half, false],
    ['a NUL in a list in an object', { logs: [{ note: 'a\0' }] }, false],
    ['a NUL in a name', { 'a\0': 1 }, false],
    ['fifty levels', nested(50), true],
    ['fifty-one levels', nested(51), false],
    ['sixty thousand levels', nested(60_000), false],
  ])('%s: %#', (_, sent, expected) => {
    expect(isStorable(sent)).toBe(expected)
  })
})

describe('given input that the database cannot store', () => {
  let portal: TestApp
  beforeAll(async () => {
    portal = await testApp()
  })
  afterAll(() => portal.close())

  test.each<[string, string, unknown]>([
    ['a NUL as username of a customer', '/api/v1/user-login', { userName: 'a\0b', password: 'x' }],
    ['a NUL as username of an administrator', '/api/v1/login', { username: 'a\0b', password: 'x' }],
    ['half of a pair in a note', '/api/v1/insert-transaction-logs', { transaction_logs: half }],
    ['a note that nests too deep', '/api/v1/insert-transaction-logs', `{"transaction_logs":${deepNote}}`],
  ])('when it is %s, then it is refused, and no fault of ours', async (_, url, body) => {
    const reply = await (await portal.customer()).post(url, body)
    expect(reply.statusCode).toBe(400)
    expect(reply.json()).toMatchObject({ type: '/problems/invalid' })
  })

  test('when it is a NUL in a query, then it is refused, too', async () => {
    const reply = await (await portal.administrator(1)).get('/api/v1/audit-log?actor=%00')
    expect(reply.statusCode).toBe(400)
  })
})

/** Lists nested this deep, built without recursion. */
function nested(levels: number): unknown {
  let inner: unknown = 'innermost'
  for (let level = 0; level < levels; level++) inner = [inner]
  return inner
}
