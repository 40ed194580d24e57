import { afterEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createLog, describeError } from './log.ts'
import { alarms } from './metrics.ts'

const lines: string[] = []
const log = createLog('info', { write: (line) => void lines.push(line) })
afterEach(() => void lines.splice(0))

function logged(): Record<string, unknown> {
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatch(/\}\n$/)
  return z.record(z.string(), z.unknown()).parse(JSON.parse(lines[0] ?? ''))
}

test('a line is JSON with an ISO time, a level by name and the message', () => {
  log.info({ route: '/api/v1/checkout', milliseconds: 12 }, 'Answered')
  expect(logged()).toEqual({
    level: 'info',
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    route: '/api/v1/checkout',
    milliseconds: 12,
    msg: 'Answered',
  })
})

test('an alarm is counted, an error of another kind is not', async () => {
  const counted = async () => (await alarms.get()).values[0]?.value
  const before = (await counted()) ?? 0
  log.error({ alarm: true, reference: 'G1' }, 'A person is needed')
  log.error({ err: new Error('no') }, 'Request failed')
  expect(await counted()).toBe(before + 1)
})

describe('twelve or more digits are never in the log', () => {
  test.each([
    ['in a message', () => log.info('charged 4111111111111111 today')],
    ['grouped with spaces', () => log.info({ text: '4111 1111 1111 1111' }, 'said')],
    ['grouped widely', () => log.info({ text: '4111  1111 - 1111  1111' }, 'said')],
    ['grouped with dashes', () => log.info({ deep: { text: ['5500-0000-0000-0004'] } }, 'said')],
    ['as a number', () => log.info({ deep: { number: 4111111111111111 } }, 'said')],
    ['in an error', () => log.error({ err: new Error('bad card 4111111111111111') }, 'failed')],
    [
      'in the cause of an error',
      () => log.error({ err: new Error('a', { cause: new Error('4111111111111111') }) }, 'b'),
    ],
    ['in what a child adds', () => log.child({ card16: '4111111111111111' }).info('said')],
  ])('%s', (_, write) => {
    write()
    expect(JSON.stringify(logged())).toContain('[redacted]')
    expect(lines[0]).not.toMatch(/4111|5500/)
  })

  test('but shorter numbers, dates and amounts are', () => {
    log.info({ account: '4821007391', at: '2026-02-03T04:05:06.789Z', cents: 8053, ratio: 0.5 }, '671-555-0100')
    expect(logged()).toMatchObject({ account: '4821007391', at: '2026-02-03T04:05:06.789Z', cents: 8053, ratio: 0.5 })
  })
})

describe('secrets logged by mistake are removed', () => {
  test.each(['cookie', 'authorization', 'card', 'cardNumber', 'cvv', 'password', 'token', 'body'])('%s', (name) => {
    log.info({ [name]: 'canary', a: { [name]: 'canary', b: { [name]: { c: 'canary' } } } }, 'said')
    expect(lines[0]).not.toContain('canary')
  })

  test('the set-cookie header', () => {
    log.info({ headers: { 'set-cookie': 'canary' }, res: { headers: { 'set-cookie': 'canary' } } }, 'said')
    expect(lines[0]).not.toContain('canary')
  })
})

test('an error is logged with its kind, message, code, stack and causes, and without what a library attached to it', () => {
  const cause = Object.assign(new TypeError('inner'), { code: 'ECONNREFUSED' })
  const error = Object.assign(new Error('outer', { cause }), { parameters: ['canary'], request: { body: 'canary' } })
  const described = describeError(error)
  expect(described).toMatchObject({
    type: 'Error',
    message: 'outer',
    cause: { type: 'TypeError', message: 'inner', code: 'ECONNREFUSED' },
  })
  expect(JSON.stringify(described)).not.toContain('canary')
})

test('when several errors are thrown as one, each is logged', () => {
  const refused = Object.assign(new Error('connect ECONNREFUSED ::1:5432'), { code: 'ECONNREFUSED', port: 'canary' })
  const described = describeError(new AggregateError([refused, 'canary'], 'all of them failed'))
  expect(described).toMatchObject({
    type: 'AggregateError',
    errors: [{ type: 'Error', message: 'connect ECONNREFUSED ::1:5432', code: 'ECONNREFUSED' }, { type: 'string' }],
  })
  expect(JSON.stringify(described)).not.toContain('canary')
})
