import { CalendarDate, Instant, later } from '@portal/contract/dates'
import { discrepancyKinds } from '@portal/contract/discrepancies'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { metrics } from '../../metrics.ts'
import { dailyReconciliation, newestDueDay } from './daily.ts'
import { reconcileDay } from './reconcile-day.ts'
import { beginRunByHand, leaseDueRun, leaseMilliseconds, renewLease } from './runs.ts'
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
    expect(await leaseDueRun(world.deps.db, now, later(now, leaseMilliseconds))).toMatchObject({ tries: 2 })
    await work()
    expect(await runs()).toEqual([{ day: '2026-06-01', outcome: 'running', tries: 2 }])
    world.clock.advance(leaseMilliseconds)
    await work()
    expect(await runs()).toEqual([{ day: '2026-06-01', outcome: 'agreed', tries: 3 }])
  })

  test('when one has many references to look up, then it keeps its lease for as long as that takes', async () => {
    for (const number of [1, 2, 3]) await world.pay(number)
    world.gateway.books = []
    const { inquire } = world.deps.paymentGateway
    world.deps.paymentGateway.inquire = async (inquiry) => {
      world.clock.advance(leaseMilliseconds - minute)
      const now = world.clock.now()
      expect(await leaseDueRun(world.deps.db, now, later(now, leaseMilliseconds))).toBeNull()
      return await inquire(inquiry)
    }
    await work()
    expect(await runs()).toEqual([{ day: '2026-06-01', outcome: 'differs', tries: 1 }])
  })

  test('when one was replaced, then it no longer extends the lease', async () => {
    world.gateway.isAway = true
    await work()
    world.clock.advance(15 * minute)
    const lease = async () => {
      const now = world.clock.now()
      return await leaseDueRun(world.deps.db, now, later(now, leaseMilliseconds))
    }
    const replaced = await lease()
    world.clock.advance(leaseMilliseconds)
    await lease()
    if (replaced) await renewLease(world.deps.db, replaced, later(world.clock.now(), 2 * leaseMilliseconds))
    world.clock.advance(leaseMilliseconds)
    expect(await lease()).toMatchObject({ tries: 4 })
  })

  test('when one was replaced, then its failure changes nothing that the other has found', async () => {
    const report = world.deps.paymentGateway.report
    world.deps.paymentGateway.report = async () => {
      world.deps.paymentGateway.report = report
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
    const report = world.deps.paymentGateway.report
    world.deps.paymentGateway.report = async (day) => {
      world.deps.paymentGateway.report = report
      world.clock.advance(leaseMilliseconds)
      await work()
      return await report(day)
    }
    await work()
    expect(await runs()).toEqual([{ day: '2026-06-01', outcome: 'differs', tries: 2 }])
    expect(world.logged().filter(({ level }) => level === 'error')).toHaveLength(1)
    expect(await world.database.db.selectFrom('email').select('id').execute()).toHaveLength(1)
  })
})

describe('given days that were compared', () => {
  let reference: string
  beforeEach(async () => {
    reference = (await world.pay(1, noon)).reference
    await work()
    world.clock.advance(24 * hour)
    await work()
    // Ten in the morning of 3 June in Guam.
    world.clock.advance(8 * hour)
  })

  const change = async (sql: string, ...values: unknown[]) => {
    expect((await world.database.pool.query(sql, values)).rowCount).toBe(1)
  }
  /** A person settles the payment as charged, or it is decided in another way, now. */
  const decide = async (state = 'CHARGED', at = world.clock.now()) => {
    await change('update charge_attempt set state = $1, decided_at = $2 where reference = $3', state, at, reference)
  }
  const renewed = async () =>
    await world.database.db
      .selectFrom('reconciliation_run')
      .select(['day', 'outcome', 'tries'])
      .where('cause', '=', 'renewed')
      .orderBy('id')
      .execute()
  const rest = 10 * minute

  /** Time passes, and each minute or so the loop of each of three processes runs. */
  async function pass(milliseconds: number): Promise<void> {
    for (let passed = 0; passed < milliseconds; passed += 5 * minute) {
      world.clock.advance(5 * minute)
      await Promise.all([work(), work(), work()])
    }
  }

  test('when a payment of one is decided by invented evidence, then that day is compared again, once, and finance is told why', async () => {
    world.gateway.books.length = 0
    await decide()
    await work()
    expect(await renewed()).toEqual([{ day: '2026-06-01', outcome: 'due', tries: 0 }])
    await pass(hour)
    expect(await renewed()).toEqual([{ day: '2026-06-01', outcome: 'differs', tries: 1 }])
    const emails = await world.database.db.selectFrom('email').select(['subject', 'body_text']).execute()
    expect(emails).toMatchObject([{ subject: expect.stringContaining('Reconciled again 06/01/2026: 1 discrepancy') }])
    expect(emails[0]?.body_text).toContain(
      'a payment or payout was still open then or changed later, last on 06/03/2026',
    )
    expect(emails[0]?.body_text).toContain(`${discrepancyKinds.recordedButNotAtGateway.name} | `)
    expect(world.logged()).toContainEqual(expect.objectContaining({ alarm: true, kind: 'recordedButNotAtGateway' }))
    await pass(24 * hour)
    expect(await renewed()).toHaveLength(1)
    expect((await runs()).map(({ day }) => day)).toContain('2026-06-03')
  })

  test('when something is decided later once more, then the day is compared again once more', async () => {
    await decide()
    await pass(hour)
    await decide('REVERSING')
    await pass(rest)
    await decide('REVERSED')
    await pass(2 * hour)
    expect(await renewed()).toMatchObject([{ outcome: 'agreed' }, { outcome: 'agreed' }, { outcome: 'differs' }])
  })

  test('when the partners are away, then one run waits for them, whatever is decided meanwhile', async () => {
    world.gateway.isAway = true
    await decide()
    await pass(hour)
    await decide()
    await pass(hour)
    expect(await renewed()).toMatchObject([{ outcome: 'unavailable' }])
    world.gateway.isAway = false
    await pass(hour)
    expect(await renewed()).toMatchObject([{ outcome: 'agreed' }])
  })

  test('when somebody has compared it since, then it is not compared again', async () => {
    await decide()
    world.clock.advance(rest)
    const now = world.clock.now()
    const run = await beginRunByHand(world.deps.db, CalendarDate.parse('2026-06-01'), now, later(now, hour))
    await reconcileDay(world.deps, run)
    await pass(hour)
    expect(await renewed()).toEqual([])
  })

  test('when it was decided on a day that was compared before the decision was recorded, then both days are compared again', async () => {
    await decide('CHARGED', later(world.clock.now(), -20 * hour))
    await pass(hour)
    expect((await renewed()).map(({ day }) => day)).toEqual(['2026-06-01'])
    await change("update reconciliation_run set started_at = started_at - interval '1 day' where day = '2026-06-02'")
    await pass(hour)
    expect((await renewed()).map(({ day }) => day)).toEqual(['2026-06-01', '2026-06-02'])
  })

  test('when a void of the day before is answered only now, then the days of the charge and of the void are compared again', async () => {
    const sent = later(world.clock.now(), -20 * hour)
    await change(
      `insert into reversal (checkout_id, attempt_id, transaction_tag, authorization_number, amount_cents, kind, reference,
         cause, reason, requested_by, state, requested_at, sent_at, decided_at, next_try_at)
       select checkout_id, id, transaction_tag, authorization_number, amount_cents, 'void', 'GVVVVVVVVVVVVVVVV',
         'secondCharge', 'two', 'look-ups', 'DONE', $1, $1, $2, $1 from charge_attempt`,
      sent,
      world.clock.now(),
    )
    await pass(hour)
    expect(await renewed()).toEqual([
      { day: '2026-06-01', outcome: 'agreed', tries: 1 },
      { day: '2026-06-02', outcome: 'differs', tries: 1 },
    ])
  })

  test('when a payment is cancelled in the billing system, then the day of its charge is compared again', async () => {
    await change("update posting set state = 'CANCELLED', cancelled_at = $1", world.clock.now())
    await pass(hour)
    expect((await renewed()).map(({ day }) => day)).toEqual(['2026-06-01'])
  })

  test('then a difference that somebody has settled is told again only when its amounts have changed', async () => {
    await world.database.pool.query('delete from cis.portal_payment')
    await decide()
    await pass(hour)
    await change("update discrepancy set settled_at = now(), settled_by = 'finance' where settled_at is null")
    await decide()
    await pass(hour)
    expect(await renewed()).toMatchObject([{ outcome: 'differs' }, { outcome: 'agreed' }])
    expect(await world.database.db.selectFrom('discrepancy').select('id').execute()).toHaveLength(1)
    await change('update posting set amount_cents = 1')
    await decide()
    await pass(hour)
    expect((await renewed()).at(-1)).toMatchObject({ outcome: 'differs' })
  })
})

describe('given a day with a debit that its bank has not answered', () => {
  const comparedOf = async () => (await runs()).filter(({ day }) => day === '2026-06-01')
  const aDay = async (): Promise<void> => {
    for (let hours = 0; hours < 25; hours += 1) {
      world.clock.advance(hour)
      await work()
    }
  }

  test('then it is compared again each day until the bank has answered, and no more', async () => {
    const { transaction } = await world.pay(1)
    transaction.status = 'pending'
    await world.database.pool.query(
      "update charge_attempt set state = 'PROCESSING', decided_at = null, answered_by = $1",
      [later(world.clock.now(), 96 * hour)],
    )
    await work()
    expect(await comparedOf()).toEqual([{ day: '2026-06-01', outcome: 'agreed', tries: 1 }])
    await aDay()
    expect(await comparedOf()).toHaveLength(2)
    await aDay()
    expect(await comparedOf()).toHaveLength(3)
    transaction.status = 'approved'
    await world.database.pool.query("update charge_attempt set state = 'CHARGED', decided_at = $1", [world.clock.now()])
    await aDay()
    await aDay()
    const compared = await comparedOf()
    expect(compared).toHaveLength(4)
    expect(compared.every(({ outcome }) => outcome === 'agreed')).toBe(true)
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
