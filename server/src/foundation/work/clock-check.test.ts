import { type Instant, later } from '@portal/contract/dates'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Clock, systemClock } from '../../clock.ts'
import { type TestDatabase, createTestDatabase } from '../../database/testing/database.ts'
import { createLog } from '../../log.ts'
import { byRightClock, clockCheck } from './clock-check.ts'

const second = 1000
const minute = 60 * second
const never = new AbortController().signal

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

/** A machine whose clock is ahead by what `ahead` returns each time it is read. */
function machine(ahead: () => number) {
  const logged: string[] = []
  const results: boolean[] = []
  const clock: Clock = { ...systemClock, now: (): Instant => later(systemClock.now(), ahead()) }
  const log = createLog('debug', { write: (line) => void logged.push(line) })
  const watch = clockCheck({ db: database.db, clock, log }, (isRight) => results.push(isRight))
  return { watch, results, logged, alarms: () => logged.filter((line) => line.includes('"alarm":true')) }
}

describe('the clock of a machine compared with the clock of the database', () => {
  test.each([
    ['the same', 0, true],
    ['nine seconds ahead', 9 * second, true],
    ['nine seconds behind', -9 * second, true],
    ['twelve seconds ahead', 12 * second, false],
    ['twelve seconds behind', -12 * second, false],
    ['forty minutes ahead', 40 * minute, false],
    ['a year behind', -365 * 24 * 60 * minute, false],
  ])('%s', async (_, ahead, isRight) => {
    const { watch, results, alarms } = machine(() => ahead)
    expect(await watch.isRight()).toBe(isRight)
    expect(results).toEqual([isRight])
    expect(alarms()).toHaveLength(isRight ? 0 : 1)
  })

  test('a process that stood still between question and answer does not have a wrong clock', async () => {
    let reads = 0
    const { watch } = machine(() => (reads++ === 0 ? -2 * minute : 0))
    expect(await watch.isRight()).toBe(true)
  })
})

test('given a wrong clock, then no work is done until it is right again, and the log reports both', async () => {
  let ahead = 40 * minute
  const { watch, logged } = machine(() => ahead)
  let done = 0
  const run = async (): Promise<number> => ++done
  const work = byRightClock(watch, { name: 'postings', restMilliseconds: 1, run })
  expect(await work.run(never)).toBe(0)
  ahead = 0
  expect(await work.run(never)).toBe(0)
  await watch.work.run(never)
  expect(await work.run(never)).toBe(1)
  await watch.work.run(never)
  const [wrong, right, ...more] = logged
  // Less by what a busy database takes to answer.
  expect(wrong).toMatch(/"secondsAhead":2(400|3[5-9]\d),.*"System clock is wrong\. Background work stopped"/)
  expect(right).toMatch(/"secondsAhead":0,.*"System clock is correct again"/)
  expect(more).toEqual([])
})

test('given work that lasts, when the clock turns wrong, then it begins nothing more, and later goes on', async () => {
  let ahead = 0
  const { watch } = machine(() => ahead)
  const until: AbortSignal[] = []
  const lasting = { name: 'charges', restMilliseconds: 1, run: async (end: AbortSignal) => until.push(end) }
  const work = byRightClock(watch, lasting)
  await work.run(never)
  expect(until.map((end) => end.aborted)).toEqual([false])
  ahead = 40 * minute
  await watch.work.run(never)
  expect(until.map((end) => end.aborted)).toEqual([true])
  ahead = 0
  await watch.work.run(never)
  await work.run(never)
  expect(until.map((end) => end.aborted)).toEqual([true, false])
})

test('given several works that ask at once, then one line reports that the clock is wrong', async () => {
  const { watch, alarms } = machine(() => 40 * minute)
  expect(await Promise.all([watch.isRight(), watch.isRight(), watch.work.run(never)])).toEqual([false, false, 0])
  expect(alarms()).toHaveLength(1)
})
