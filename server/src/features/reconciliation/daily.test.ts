import { Instant, later } from '@portal/contract/dates'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { metrics } from '../../metrics.ts'
import { dailyReconciliation, newestDueDay } from './daily.ts'
import { leaseMilliseconds } from './reconcile-day.ts'
import { leaseDailyRun } from './runs.ts'
import { type TestDay, noon, testDay } from './testing/day.ts'

const minute = 60_000
const hour = 60 * minute
const never = new AbortController().signal

let world: TestDay
beforeEach(async () => {
  world = await testDay()
})
afterEach(() => world.close())

/** Works until nothing is due, as the loop does. */
async function work(): Promise<void> {
  while ((await dailyReconciliation(world.deps).run(never)) > 0);
}

const runs = async () =>
  await world.database.db.selectFrom('reconciliation_run').select(['day', 'outcome', 'tries']).orderBy('id').execute()

describe('which day is due', () => {
  test.each([
    ['2026-06-01T15:59:59.000Z', '2026-05-31', 'one second before two in the morning of 2 June in Guam'],
    ['2026-06-01T16:00:00.000Z', '2026-06-01', 'two in the morning of 2 June in Guam'],
    ['2026-06-02T13:59:59.000Z', '2026-06-01', 'the end of 2 June in Guam'],
    ['2026-02-28T17:00:00.000Z', '2026-02-28', 'three in the morning of 1 March in Guam'],
  ])('at %s it is %s: %s', (now, day) => {
    expect(newestDueDay('Pacific/Guam', Instant.parse(now))).toBe(day)
  })
})

describe('given a portal that reconciles for the first time', () => {
  test('then it compares yesterday, once', async () => {
    await world.pay(1)
    await work()
    await work()
    expect(await runs()).toEqual([{ day: '2026-06-01', outcome: 'agreed', tries: 1 }])
    expect(world.gateway.reports).toBe(1)
  })
})

describe('given a portal that reconciles every day', () => {
  beforeEach(work)

  test('when a day is over, then it is compared', async () => {
    world.clock.advance(24 * hour)
    await work()
    expect(await runs()).toMatchObject([{ day: '2026-06-01' }, { day: '2026-06-02', outcome: 'agreed' }])
  })

  test('when it stood still for days, then each of them is made up for', async () => {
    world.clock.advance(3 * 24 * hour)
    await work()
    expect((await runs()).map(({ day }) => day)).toEqual(['2026-06-01', '2026-06-02', '2026-06-03', '2026-06-04'])
  })

  test('when it stood still for very long, then the latest month is made up for', async () => {
    world.clock.advance(400 * 24 * hour)
    await work()
    expect(await runs()).toHaveLength(1 + 31)
  })

  test("when a machine's clock was far ahead, then the days before are still compared", async () => {
    world.clock.advance(400 * 24 * hour)
    await work()
    world.clock.advance(-399 * 24 * hour)
    await work()
    expect((await runs()).at(-1)).toMatchObject({ day: '2026-06-02', outcome: 'agreed' })
  })
})

describe('given a gateway that is down', () => {
  beforeEach(async () => {
    world.gateway.isAway = true
    await work()
  })

  test('then the run waits a quarter of an hour and is tried again', async () => {
    await work()
    expect(await runs()).toEqual([{ day: '2026-06-01', outcome: 'unavailable', tries: 1 }])
    world.clock.advance(15 * minute)
    world.gateway.isAway = false
    await work()
    expect(await runs()).toEqual([{ day: '2026-06-01', outcome: 'agreed', tries: 2 }])
  })

  test('then a person is called for after an hour, and not before', async () => {
    expect(world.logged()).toMatchObject([{ level: 'warn' }])
    for (let tries = 0; tries < 3; tries += 1) {
      world.clock.advance(15 * minute)
      await work()
    }
    expect(world.logged().map(({ level }) => level)).toEqual(['warn', 'warn', 'warn', 'error'])
  })
})

describe('given several processes', () => {
  test('then one of them compares the day', async () => {
    await Promise.all([work(), work(), work()])
    expect(await runs()).toEqual([{ day: '2026-06-01', outcome: 'agreed', tries: 1 }])
  })

  test('when one dies in the middle, then another takes over after its lease', async () => {
    world.gateway.isAway = true
    await work()
    world.gateway.isAway = false
    world.clock.advance(15 * minute)
    const now = world.clock.now()
    expect(await leaseDailyRun(world.deps.db, now, later(now, leaseMilliseconds))).toMatchObject({ tries: 2 })
    await work()
    expect(await runs()).toEqual([{ day: '2026-06-01', outcome: 'running', tries: 2 }])
    world.clock.advance(leaseMilliseconds)
    await work()
    expect(await runs()).toEqual([{ day: '2026-06-01', outcome: 'agreed', tries: 3 }])
  })

  test('when one has many references to look up, then it keeps its lease for as long as that takes', async () => {
    for (const number of [1, 2, 3]) await world.pay(number)
    world.gateway.books = []
    const { find } = world.deps.cardGateway
    world.deps.cardGateway.find = async (reference, sentAt) => {
      world.clock.advance(leaseMilliseconds - minute)
      const now = world.clock.now()
      expect(await leaseDailyRun(world.deps.db, now, later(now, leaseMilliseconds))).toBeNull()
      return await find(reference, sentAt)
    }
    await work()
    expect(await runs()).toEqual([{ day: '2026-06-01', outcome: 'differs', tries: 1 }])
  })

  test('when one was replaced, then its failure changes nothing that the other has found', async () => {
    const report = world.deps.cardGateway.report
    world.deps.cardGateway.report = async () => {
      world.deps.cardGateway.report = report
      world.clock.advance(leaseMilliseconds)
      await work()
      return { outcome: 'unavailable', reason: 'no answer' }
    }
    await work()
    expect(await runs()).toEqual([{ day: '2026-06-01', outcome: 'agreed', tries: 2 }])
  })

  test('when one was replaced, then it can no longer finish the run', async () => {
    const { receipt } = await world.pay(1)
    await world.database.pool.query('delete from cis.portal_payment where receipt_number = $1', [receipt])
    const report = world.deps.cardGateway.report
    world.deps.cardGateway.report = async (day) => {
      world.deps.cardGateway.report = report
      world.clock.advance(leaseMilliseconds)
      await work()
      return await report(day)
    }
    await work()
    expect(await runs()).toEqual([{ day: '2026-06-01', outcome: 'differs', tries: 2 }])
    expect(world.logged().filter(({ level }) => level === 'error')).toHaveLength(1)
    expect(await world.database.db.selectFrom('letter').select('id').execute()).toHaveLength(1)
  })
})

describe('the metrics for Prometheus', () => {
  const figures = async () => {
    const text = await metrics.metrics()
    return text.split('\n').filter((line) => /^portal_(discrepancies|reconciliation)/.test(line))
  }

  test('when the books differ, then they have the open discrepancies of each kind, and the time of the comparison', async () => {
    await world.pay(1, noon)
    await world.database.pool.query('delete from cis.portal_payment')
    await work()
    expect(await figures()).toEqual(
      expect.arrayContaining([
        'portal_discrepancies{kind="paidButNotPosted"} 1',
        'portal_discrepancies{kind="amountDiffers"} 0',
        `portal_reconciliation_timestamp_seconds ${Date.parse(world.clock.now()) / 1000}`,
      ]),
    )
  })

  test('when somebody has settled them, then every process reports that within a minute', async () => {
    await world.pay(1, noon)
    await world.database.pool.query('delete from cis.portal_payment')
    await work()
    await world.database.pool.query('update discrepancy set settled_at = now()')
    await work()
    expect(await figures()).toContain('portal_discrepancies{kind="paidButNotPosted"} 0')
  })
})
