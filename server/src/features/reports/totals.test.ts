import { Instant } from '@portal/contract/dates'
import { reportColumns } from '@portal/contract/reports'
import fc from 'fast-check'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { testClock } from '../../testing/clock.ts'
import { testReports } from './testing/reports.ts'

const reports = testReports()

describe('totals', () => {
  test('are of the whole result, however it was searched for, and of money that was charged and not given back', async () => {
    const username = 'maria'
    await reports.add({ at: '2026-02-08T01:00:00.000Z', amount: 100_00, username })
    await reports.add({ at: '2026-02-08T01:00:00.000Z', amount: 30_00, username })
    await reports.add({ at: '2026-02-08T01:00:00.000Z', amount: 7_00, username: 'ben' })
    await reports.add({ at: '2026-02-08T02:00:00.000Z', amount: 50_00, username, mode: 'Phoned-In' })
    for (const state of ['DECLINED', 'NOT_CHARGED', 'UNKNOWN', 'REVERSED'] as const) {
      await reports.add({ at: '2026-02-08T03:00:00.000Z', state, username })
    }
    const all = { sumOnline: '137.00', totalOnline: 3, sumPhonedin: '50.00', totalPhonedIn: 1, total: 8 }
    const hers = { sumOnline: '130.00', totalOnline: 2, sumPhonedin: '50.00', totalPhonedIn: 1, total: 7 }
    expect([await reports.search(), await reports.search({ username })]).toMatchObject([all, hers])
    await reports.sumHours()
    expect([await reports.search(), await reports.search({ username })]).toMatchObject([all, hers])
  })

  test('follow a payment that is given back after its hour was summed', async () => {
    await reports.add({ at: '2026-02-08T01:00:00.000Z', amount: 100_00 })
    await reports.sumHours()
    await reports.portal.database.pool.query("update charge_attempt set state = 'REVERSING'")
    expect(await reports.search()).toMatchObject({ sumOnline: '0.00', totalOnline: 0, total: 1 })
    await reports.sumHours()
    expect(await reports.search()).toMatchObject({ sumOnline: '0.00', totalOnline: 0, total: 1 })
  })

  test('follow a payment that is being given back at the moment when its hour is over', async () => {
    await reports.add({ at: '2026-02-08T01:00:00.000Z', amount: 100_00 })
    const givingBack = await reports.portal.database.pool.connect()
    await givingBack.query('begin')
    await givingBack.query("update charge_attempt set state = 'REVERSING'")
    await reports.sumHours(testClock(Instant.parse('2026-02-08T02:10:00.000Z')))
    await givingBack.query('commit')
    givingBack.release()
    await reports.sumHours(testClock(Instant.parse('2026-02-08T02:15:00.000Z')))
    await reports.add({ at: '2026-02-08T04:00:00.000Z', amount: 5_00 })
    expect(await reports.search()).toMatchObject({ sumOnline: '5.00', totalOnline: 1, total: 2 })
  })

  test('are the same on a day on which the clocks of the database server change, whoever sums its hours', async () => {
    const { pool, url } = reports.portal.database
    for (const at of ['2026-03-08T12:00:00.000Z', '2026-03-08T23:30:00.000Z', '2026-03-11T12:00:00.000Z']) {
      await reports.add({ at, amount: 100_00 })
    }
    await reports.sumHours(testClock(Instant.parse('2026-03-12T00:00:00.000Z')))
    // As a server of the version before, whose session is in the time zone of the database server.
    const older = new pg.Client({ connectionString: url, options: '-c timezone=America/New_York' })
    await older.connect()
    await older.query(
      'create temp table hours as table payment_hour; delete from payment_hour; delete from payment_day',
    )
    await older.query('insert into payment_hour table hours')
    await older.end()
    const { rows } = await pool.query('select payments, amount_cents as amount from payment_day order by day')
    expect(rows).toEqual([
      { payments: 2, amount: 200_00 },
      { payments: 1, amount: 100_00 },
    ])
    expect(await reports.search()).toMatchObject({ total: 3, sumOnline: '300.00' })
  })

  test('of any payments, summed or not, by any days, mode and card, are what adding them up one by one gives', async () => {
    const payment = fc.record({
      minutes: fc.integer({ min: 0, max: 5 * 24 * 60 }),
      isGivenBack: fc.boolean(),
      state: fc.constantFrom('CHARGED' as const, 'DECLINED' as const, 'REVERSED' as const),
      mode: fc.constantFrom('Online' as const, 'Phoned-In' as const),
      brand: fc.constantFrom('Visa' as const, 'Discover' as const),
      amount: fc.integer({ min: 100, max: 9_999_999 }),
    })
    const byMinutes = (one: { minutes: number }, other: { minutes: number }): number => one.minutes - other.minutes
    const asked = fc.record({
      pay_date_start: fc.constantFrom('', '02/05/2026', '02/06/2026'),
      pay_date_end: fc.constantFrom('', '02/06/2026', '02/08/2026'),
      mode: fc.constantFrom('', 'Online', 'Phoned-In'),
      credit_card: fc.constantFrom('', 'Visa', '1111'),
      amount: fc.constantFrom('', '0 to 40,000', '$60,000-99,999.99'),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.array(payment, { maxLength: 8 }),
        asked,
        fc.integer({ min: 0, max: 8 }),
        async (payments, question, summedAfter) => {
          await reports.clear()
          const start = Date.UTC(2026, 1, 4)
          const givenBack: number[] = []
          for (const [index, { minutes, isGivenBack, ...rest }] of payments.toSorted(byMinutes).entries()) {
            const at = new Date(start + minutes * 60_000).toISOString()
            if (index === summedAfter) await reports.sumHours(testClock(Instant.parse(at)))
            const id = await reports.add({ ...rest, at })
            if (isGivenBack) givenBack.push(id)
          }
          await reports.portal.database.pool.query(
            "update charge_attempt set state = 'REVERSED' where checkout_id = any($1) and state = 'CHARGED'",
            [givenBack],
          )
          const file = await reports.exported(`?${new URLSearchParams(question).toString()}`)
          const [names = [], ...lines] = file
            .trim()
            .split('\n')
            .map((line) => line.split(','))
          const cell = (line: string[], name: string): string | undefined => line[names.indexOf(name)]
          const paid = (mode: string): string[][] =>
            lines.filter((line) => cell(line, 'Mode') === mode && cell(line, reportColumns.status) === 'Paid')
          const sum = (mode: string): string =>
            (
              paid(mode).reduce((total, line) => total + Math.round(Number(cell(line, 'Amount')) * 100), 0) / 100
            ).toFixed(2)
          expect(await reports.search(question)).toMatchObject({
            total: lines.length,
            sumOnline: sum('Online'),
            totalOnline: paid('Online').length,
            sumPhonedin: sum('Phoned-In'),
            totalPhonedIn: paid('Phoned-In').length,
          })
        },
      ),
      { numRuns: 20 },
    )
  })
})

describe('far into a long list', () => {
  test.each(['desc', 'asc'])('%s, a page is the one that passing over every payment gives', async (direction) => {
    await reports.portal.database.pool.query(`
      with made as (
        insert into checkout (public_id, session_id, idempotency_key, content_hash, mode, source_code, amount_cents, account_count, state, created_at)
        select gen_random_uuid(), 1, gen_random_uuid(), 'content', case when n % 5 = 0 then 'Phoned-In' else 'Online' end,
          'CCV', 1000, 1, 'PAID', timestamptz '2026-01-01 00:00Z' + n * interval '8 minutes'
        from generate_series(1, 6000) n returning id, mode, created_at),
      items as (
        insert into checkout_item (checkout_id, account_id, ordinal, amount_cents, service_location)
        select id, '4821007391', 1, 1000, 'here' from made)
      insert into charge_attempt (checkout_id, reference, amount_cents, brand, last_four, card_holder, state, sent_at, mode, transaction_tag)
      select id, 'G' || lpad(id::text, 16, '0'), 1000, 'Visa', '1111', 'A', 'CHARGED', created_at, mode, id::text from made`)
    await reports.sumHours()
    for (const mode of ['', 'Phoned-In', 'Online']) {
      const all = await reports.portal.database.pool.query<{ id: number }>(
        `select checkout_id as id from charge_attempt where $1 = '' or mode = $1 order by sent_at ${direction}, id ${direction}`,
        [mode],
      )
      const found = await reports.search({ mode, direction, size: 50 })
      for (const page of [1, 2, found.pages - 5, found.pages]) {
        const { list } = await reports.search({ mode, direction, size: 50, page, asOf: found.asOf })
        expect(list.map(({ id }) => id)).toEqual(all.rows.slice((page - 1) * 50, page * 50).map(({ id }) => id))
      }
    }
  })
})
