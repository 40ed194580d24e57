import { instantOf } from '@portal/contract/dates'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { systemClock } from '../../clock.ts'
import { type TestDatabase, createTestDatabase } from '../../database/testing/database.ts'
import { Refusal } from '../../refusal.ts'
import { sweepOnce } from '../work/testing/sweep.ts'
import { limits } from './limits.ts'
import { addressGroup, consume, consumeAll, countFailures, hasAttemptLeft, restore, restoreAll } from './rate-limits.ts'

const limit = limits.wrongLookUpsPerAccount

let database: TestDatabase
beforeEach(async () => {
  database = await createTestDatabase()
})
afterEach(() => database.drop())

/** In seconds; 0 for no refusal. */
async function waitOf(consumed: Promise<void>): Promise<number> {
  const error = await consumed.then(
    () => null,
    (cause: unknown) => cause,
  )
  return error instanceof Refusal ? (error.extras.retryAfterSeconds ?? 0) : 0
}

function depsWith(factor: number) {
  return { counters: database.pool, clock: systemClock, config: { RATE_LIMIT_FACTOR: factor } }
}

test('after the last attempt, the caller has to wait and is told how long', async () => {
  const deps = depsWith(1)
  for (let n = 1; n <= limit.attempts; n += 1) {
    await consume(deps, 'wrongLookUpsPerAccount', '0000000001')
  }
  const seconds = await waitOf(consume(deps, 'wrongLookUpsPerAccount', '0000000001'))
  expect(seconds).toBeGreaterThan(0)
  expect(seconds).toBeLessThanOrEqual(limit.seconds)
})

test('another target, and the same target of another limit, are counted separately', async () => {
  const deps = depsWith(1)
  for (let n = 1; n <= limit.attempts; n += 1) await consume(deps, 'wrongLookUpsPerAccount', '0000000001')
  await expect(consume(deps, 'wrongLookUpsPerAccount', '0000000001')).rejects.toThrow('too-many-tries')
  await consume(deps, 'wrongLookUpsPerAccount', '0000000002')
  await consume(deps, 'checkoutsPerAccount', '0000000001')
})

test('attempts at the same moment are all counted', async () => {
  const deps = depsWith(1)
  const left = await Promise.all(
    Array.from({ length: limit.attempts * 2 }, () => hasAttemptLeft(deps, 'wrongLookUpsPerAccount', '0000000001')),
  )
  expect(left.filter(Boolean)).toHaveLength(limit.attempts)
})

test('a caller who has used up several limits waits for the last of them', async () => {
  const deps = depsWith(1)
  const both = [
    ['failedSignInsPerName', 'ana'],
    ['wrongAdminSignInsPerName', 'ana'],
  ] as const
  const [sooner, later] = [limits.failedSignInsPerName, limits.wrongAdminSignInsPerName]
  for (let n = 1; n <= sooner.attempts; n += 1) await consume(deps, 'failedSignInsPerName', 'ana')
  for (let n = 1; n <= later.attempts; n += 1) await consume(deps, 'wrongAdminSignInsPerName', 'ana')
  expect(await waitOf(consumeAll(deps, both))).toBeGreaterThan(sooner.seconds)
  await consumeAll(deps, [['failedSignInsPerName', 'ben'] as const])
})

test('calls that count the same targets in different orders wait for one another, and all are counted', async () => {
  const deps = depsWith(10)
  const accounts = Array.from({ length: 12 }, (_, at) => ['checkoutsPerAccount', String(at)] as const)
  const calls = Array.from({ length: 30 }, (_, at) => (at % 2 === 0 ? accounts : accounts.toReversed()))
  await Promise.all(calls.map((call) => consumeAll(deps, call)))
  const { rows } = await database.pool.query('select distinct points from rate_limit')
  expect(rows).toEqual([{ points: calls.length }])
})

test('an attempt restored after its time takes nothing off the next count', async () => {
  const deps = depsWith(1)
  await consume(deps, 'wrongLookUpsPerAccount', 'x')
  await database.pool.query('update rate_limit set expire = expire - $1', [limit.seconds * 1000])
  await restoreAll(deps, [['wrongLookUpsPerAccount', 'x']])
  const { rows } = await database.pool.query('select points from rate_limit')
  expect(rows).toEqual([{ points: 1 }])
})

test('a restored attempt does not count', async () => {
  const deps = depsWith(1)
  for (let n = 1; n <= limit.attempts * 2; n += 1) {
    expect(await hasAttemptLeft(deps, 'wrongLookUpsPerAccount', '0000000001')).toBe(true)
    await restore(deps, 'wrongLookUpsPerAccount', '0000000001')
  }
})

test('an attempt counts when its work ends, and not when it throws or finds nothing wrong', async () => {
  const deps = depsWith(1)
  const down = async (): Promise<never> => {
    throw new Error('no answer')
  }
  for (let n = 1; n <= limit.attempts * 2; n += 1) {
    await consume(deps, 'wrongLookUpsPerAccount', 'x')
    await expect(countFailures(deps, [['wrongLookUpsPerAccount', 'x']], down)).rejects.toThrow('no answer')
  }
  for (let n = 1; n <= limit.attempts; n += 1) {
    await consume(deps, 'wrongLookUpsPerAccount', 'x')
    expect(await countFailures(deps, [['wrongLookUpsPerAccount', 'x']], async () => n)).toBe(n)
  }
  const isRight = () => false
  expect(await countFailures(deps, [['wrongLookUpsPerAccount', 'x']], async () => 'right', isRight)).toBe('right')
  await consume(deps, 'wrongLookUpsPerAccount', 'x')
  await expect(consume(deps, 'wrongLookUpsPerAccount', 'x')).rejects.toThrow('too-many-tries')
})

test('the factor in the settings multiplies every limit', async () => {
  const deps = depsWith(2)
  for (let n = 1; n <= limit.attempts * 2; n += 1) {
    await consume(deps, 'wrongLookUpsPerAccount', 'x')
  }
  await expect(consume(deps, 'wrongLookUpsPerAccount', 'x')).rejects.toThrow('too-many-tries')
})

test('the count starts again when its time is over, and the sweep deletes counts that are over', async () => {
  const deps = depsWith(1)
  for (let n = 1; n <= limit.attempts; n += 1) await consume(deps, 'wrongLookUpsPerAccount', 'x')
  await database.pool.query('update rate_limit set expire = expire - $1', [limit.seconds * 1000])
  await consume(deps, 'wrongLookUpsPerAccount', 'x')
  await consume(deps, 'wrongLookUpsPerAccount', 'y')
  await database.pool.query("update rate_limit set expire = 1 where key like '%:x'")
  const early = { ...systemClock, now: () => instantOf(2) }
  expect(await sweepOnce({ db: database.db, clock: early }, 'rate_limit')).toBe(1)
})

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:cb00:7107', '203.0.113.7'],
  ['0:0:0:0:0:ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:1:2::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::2:3:4:5:6:7:8', '0:2:3:4::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['0000000001', '0000000001'],
])('%s counts as %s', (address, group) => {
  expect(addressGroup(address)).toBe(group)
})
