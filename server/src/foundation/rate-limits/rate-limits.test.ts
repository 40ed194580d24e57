import { instantOf } from '@portal/contract/dates'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { systemClock } from '../../clock.ts'
import { type TestDatabase, createTestDatabase } from '../../database/testing/database.ts'
import { sweepOnce } from '../work/testing/sweep.ts'
import { limits } from './limits.ts'
import { addressGroup, giveBackTries, giveBackTry, orGiveBack, takeTries, takeTry } from './rate-limits.ts'

const limit = limits.wrongLookUpsPerAccount

let database: TestDatabase
beforeEach(async () => {
  database = await createTestDatabase()
})
afterEach(() => database.drop())

function depsWith(factor: number) {
  return { counters: database.pool, clock: systemClock, config: { RATE_LIMIT_FACTOR: factor } }
}

test('after the last try, the caller has to wait and is told how long', async () => {
  const deps = depsWith(1)
  for (let n = 1; n <= limit.tries; n += 1) {
    expect(await takeTry(deps, 'wrongLookUpsPerAccount', '0000000001')).toEqual({ ok: true })
  }
  const refused = await takeTry(deps, 'wrongLookUpsPerAccount', '0000000001')
  expect(refused).toEqual({ ok: false, retryAfterSeconds: expect.any(Number) })
  if (refused.ok) return
  expect(refused.retryAfterSeconds).toBeGreaterThan(0)
  expect(refused.retryAfterSeconds).toBeLessThanOrEqual(limit.seconds)
})

test('another target, and the same target of another limit, are counted separately', async () => {
  const deps = depsWith(1)
  for (let n = 0; n <= limit.tries; n += 1) await takeTry(deps, 'wrongLookUpsPerAccount', '0000000001')
  expect(await takeTry(deps, 'wrongLookUpsPerAccount', '0000000002')).toEqual({ ok: true })
  expect(await takeTry(deps, 'checkoutsPerAccount', '0000000001')).toEqual({ ok: true })
})

test('tries taken at the same moment are all counted', async () => {
  const deps = depsWith(1)
  const tries = await Promise.all(
    Array.from({ length: limit.tries * 2 }, () => takeTry(deps, 'wrongLookUpsPerAccount', '0000000001')),
  )
  expect(tries.filter((one) => one.ok)).toHaveLength(limit.tries)
})

test('a caller who has used up several limits waits for the last of them', async () => {
  const deps = depsWith(1)
  const both = [
    ['failedSignInsPerName', 'ana'],
    ['wrongAdminSignInsPerName', 'ana'],
  ] as const
  const [sooner, later] = [limits.failedSignInsPerName, limits.wrongAdminSignInsPerName]
  for (let n = 1; n <= sooner.tries; n += 1) await takeTry(deps, 'failedSignInsPerName', 'ana')
  for (let n = 1; n <= later.tries; n += 1) await takeTry(deps, 'wrongAdminSignInsPerName', 'ana')
  const refused = await takeTries(deps, both)
  expect(refused.ok ? 0 : refused.retryAfterSeconds).toBeGreaterThan(sooner.seconds)
  expect(await takeTries(deps, [['failedSignInsPerName', 'ben'] as const])).toEqual({ ok: true })
})

test('calls that count the same targets in different orders wait for one another, and all are counted', async () => {
  const deps = depsWith(10)
  const accounts = Array.from({ length: 12 }, (_, at) => ['checkoutsPerAccount', String(at)] as const)
  const calls = Array.from({ length: 30 }, (_, at) => (at % 2 === 0 ? accounts : accounts.toReversed()))
  expect(await Promise.all(calls.map((call) => takeTries(deps, call)))).toEqual(calls.map(() => ({ ok: true })))
  const { rows } = await database.pool.query('select distinct points from rate_limit')
  expect(rows).toEqual([{ points: calls.length }])
})

test('a try that is given back after its time takes nothing off the next count', async () => {
  const deps = depsWith(1)
  await takeTry(deps, 'wrongLookUpsPerAccount', 'x')
  await database.pool.query('update rate_limit set expire = expire - $1', [limit.seconds * 1000])
  await giveBackTries(deps, [['wrongLookUpsPerAccount', 'x']])
  const { rows } = await database.pool.query('select points from rate_limit')
  expect(rows).toEqual([{ points: 1 }])
})

test('a try given back does not count', async () => {
  const deps = depsWith(1)
  for (let n = 1; n <= limit.tries * 2; n += 1) {
    expect(await takeTry(deps, 'wrongLookUpsPerAccount', '0000000001')).toEqual({ ok: true })
    await giveBackTry(deps, 'wrongLookUpsPerAccount', '0000000001')
  }
})

test('a try counts when its work succeeds, and not when it fails', async () => {
  const deps = depsWith(1)
  const down = async (): Promise<never> => {
    throw new Error('no answer')
  }
  for (let n = 1; n <= limit.tries * 2; n += 1) {
    expect(await takeTry(deps, 'wrongLookUpsPerAccount', 'x')).toEqual({ ok: true })
    await expect(orGiveBack(deps, [['wrongLookUpsPerAccount', 'x']], down)).rejects.toThrow('no answer')
  }
  for (let n = 1; n <= limit.tries; n += 1) {
    await takeTry(deps, 'wrongLookUpsPerAccount', 'x')
    expect(await orGiveBack(deps, [['wrongLookUpsPerAccount', 'x']], async () => n)).toBe(n)
  }
  expect((await takeTry(deps, 'wrongLookUpsPerAccount', 'x')).ok).toBe(false)
})

test('the factor in the settings multiplies every limit', async () => {
  const deps = depsWith(2)
  for (let n = 1; n <= limit.tries * 2; n += 1) {
    expect(await takeTry(deps, 'wrongLookUpsPerAccount', 'x')).toEqual({ ok: true })
  }
  expect((await takeTry(deps, 'wrongLookUpsPerAccount', 'x')).ok).toBe(false)
})

test('the count starts again when its time is over, and the sweep deletes counts that are over', async () => {
  const deps = depsWith(1)
  for (let n = 0; n <= limit.tries; n += 1) await takeTry(deps, 'wrongLookUpsPerAccount', 'x')
  await database.pool.query('update rate_limit set expire = expire - $1', [limit.seconds * 1000])
  expect(await takeTry(deps, 'wrongLookUpsPerAccount', 'x')).toEqual({ ok: true })
  await takeTry(deps, 'wrongLookUpsPerAccount', 'y')
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
