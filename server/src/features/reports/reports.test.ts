import { Instant } from '@portal/contract/dates'
import type { FoundPayments, ReportRow, TransactionLog } from '@portal/contract/reports'
import { reportsTexts } from '@portal/contract/reports-texts'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { BillingSystemDown } from '../../adapters/billing-system/port.ts'
import { addTestAccount } from '../../adapters/billing-system/test-ledger.ts'
import { type TestApp, type TestBrowser, testApp } from '../../http/test-app.ts'
import { testClock } from '../../test-clock.ts'
import { hourSums } from './sum-hours.ts'
import { type TestPayment, addTestPayment } from './test-payments.ts'

const clock = testClock(Instant.parse('2026-02-10T01:00:00.000Z'))

let portal: TestApp
let finance: TestBrowser
beforeAll(async () => {
  portal = await testApp({ clock })
  finance = await portal.administrator(3)
})
beforeEach(async () => {
  await portal.database.pool.query('truncate checkout, payment_hour_mark restart identity cascade')
})
afterAll(() => portal.close())

async function add(payment: TestPayment): Promise<number> {
  return await addTestPayment(portal.database.pool, payment)
}

async function search(asked: object = {}): Promise<FoundPayments> {
  const reply = await finance.post('/api/v1/search-transaction', asked)
  expect(reply.statusCode).toBe(200)
  return reply.json<{ result: FoundPayments }>().result
}

async function exported(query = ''): Promise<string> {
  const reply = await finance.get(`/api/v1/transactions.csv${query}`)
  expect(reply.statusCode).toBe(200)
  return reply.body
}

async function sumHours(by = clock): Promise<void> {
  const sums = hourSums({ db: portal.database.db, clock: by })
  while ((await sums.run(new AbortController().signal)) > 0);
}

describe('the list of payments', () => {
  test('shows of each payment what A§3 names', async () => {
    const id = await add({
      at: '2026-02-09T03:04:05.678Z',
      username: 'maria',
      accounts: ['4821007391', '4821007392'],
      amount: 12_345_00,
      tag: '777',
      authorization: 'ET000001',
    })
    expect((await search()).list).toEqual([
      {
        id,
        username: 'maria',
        accountId: '4821007391',
        auth_no: 'ET000001',
        payment_date: '2026-02-09T03:04:05.678Z',
        receipt_number: 'W-777',
        count: 'MULTI-2',
        transaction_tag: '777',
        amount: '12345.00',
        pay_eezy_seq_num: expect.stringMatching(/^\d{6}$/),
        process_message: 'Transaction Normal',
        bank_response: 'Approved',
        mode: 'Online',
        ccb_status: '1',
        standing: 'paid',
        brand: 'Visa',
        lastFour: '1111',
      },
    ])
  })

  test.each([
    ['CHARGED', 'paid', /^W-/],
    ['DECLINED', 'declined', /^$/],
    ['NOT_CHARGED', 'notCharged', /^$/],
    ['INTENT', 'beingConfirmed', /^$/],
    ['UNKNOWN', 'beingConfirmed', /^$/],
    ['ESCALATED', 'beingConfirmed', /^$/],
    ['REVERSING', 'givenBack', /^W-/],
    ['REVERSED', 'givenBack', /^W-/],
  ] as const)('calls a payment that is %s %s', async (state, standing, receipt) => {
    await add({ at: '2026-02-09T03:00:00.000Z', state })
    const { list } = await search()
    expect(list[0]).toMatchObject({ standing, receipt_number: expect.stringMatching(receipt) })
  })

  test('says of a payment that the billing system does not have yet that it does not', async () => {
    await add({ at: '2026-02-09T03:00:00.000Z', isPosted: false })
    expect((await search()).list[0]?.ccb_status).toBe('0')
  })

  test('leaves out payments that were begun and never charged', async () => {
    await add({ at: '2026-02-09T03:00:00.000Z' })
    await portal.database.pool.query(
      `insert into checkout (public_id, session_id, idempotency_key, content_hash, mode, amount_cents, account_count, state, created_at)
       values (gen_random_uuid(), 1, gen_random_uuid(), 'draft', 'Online', 5000, 0, 'DRAFT', now())`,
    )
    expect(await search()).toMatchObject({ total: 1 })
  })

  test('is empty while there is none', async () => {
    expect(await search()).toEqual({
      list: [],
      pages: 0,
      sumOnline: '0.00',
      sumPhonedin: '0.00',
      totalOnline: 0,
      totalPhonedIn: 0,
      total: 0,
      asOf: 0,
    })
  })

  test('is the same without a search', async () => {
    await add({ at: '2026-02-09T03:00:00.000Z' })
    const reply = await finance.get('/api/v1/transactions?page=1&size=30')
    expect(reply.json<{ result: FoundPayments }>().result).toEqual(await search({ size: 30 }))
  })
})

describe('searching', () => {
  beforeEach(async () => {
    // Guam is ten hours ahead: the first is of February 8 there, the second of February 9.
    await add({
      at: '2026-02-08T13:59:59.999Z',
      username: 'Maria',
      tag: '101',
      authorization: 'et000101',
      lastFour: '0042',
    })
    await add({
      at: '2026-02-08T14:00:00.000Z',
      username: 'maribel',
      tag: '102',
      brand: 'Mastercard',
      mode: 'Phoned-In',
    })
    await add({ at: '2026-02-09T13:59:59.999Z', username: null, tag: '103', accounts: ['5000000001', '5000000002'] })
    await add({ at: '2026-02-09T14:00:00.000Z', username: 'jo%se_', tag: '104', brand: 'Discover', state: 'DECLINED' })
  })

  test.each<[object, string[]]>([
    [{}, ['104', '103', '102', '101']],
    [{ pay_date_start: '02/09/2026' }, ['104', '103', '102']],
    [{ pay_date_end: '02/09/2026' }, ['103', '102', '101']],
    [{ pay_date_start: '2/9/2026', pay_date_end: '02/09/2026' }, ['103', '102']],
    [{ pay_date_start: '01/01/1990', pay_date_end: '12/31/2090' }, ['104', '103', '102', '101']],
    [{ receipt: 'W-102' }, ['102']],
    [{ receipt: 'w-103-2' }, ['103']],
    [{ receipt: '101' }, ['101']],
    [{ receipt: 'W-' }, []],
    [{ receipt: 'W-10' }, []],
    [{ credit_card: '0042' }, ['101']],
    [{ credit_card: 'mastercard' }, ['102']],
    [{ credit_card: 'Amex' }, []],
    [{ credit_card: '42' }, []],
    [{ username: 'mari' }, ['102', '101']],
    [{ username: 'MARIA' }, ['101']],
    [{ username: 'aria' }, []],
    [{ username: '%' }, []],
    [{ username: 'jo%' }, ['104']],
    [{ username: 'jo_' }, []],
    [{ username: "' or true --" }, []],
    [{ username: '\\' }, []],
    [{ mode: 'Phoned-In' }, ['102']],
    [{ mode: '' }, ['104', '103', '102', '101']],
    [{ accountId: '5000000002' }, ['103']],
    [{ accountId: "5' or true" }, []],
    [{ auth_no: 'ET000101' }, ['101']],
    [{ auth_no: 'ET0001' }, []],
    [{ mode: 'Online', credit_card: 'Visa', pay_date_start: '02/09/2026' }, ['103']],
    [{ receipt: ' ', username: ' ', accountId: '' }, ['104', '103', '102', '101']],
  ])('for %j finds %j, before and after the hours are summed, in the list and in the file', async (asked, tags) => {
    const query = new URLSearchParams(
      Object.entries(asked).map(([name, value]): [string, string] => [name, String(value)]),
    )
    for (const isSummed of [false, true]) {
      if (isSummed) await sumHours()
      const found = await search(asked)
      expect(found.list.map((row) => row.transaction_tag)).toEqual(tags)
      expect(found.total).toBe(tags.length)
      const lines = (await exported(`?${query}`)).trim().split('\n').slice(1)
      expect(lines.map((line) => line.split(',')[6])).toEqual(tags)
    }
  })

  test.each([
    [{ pay_date_start: '02/30/2026' }, 'pay_date_start', reportsTexts.date],
    [{ pay_date_end: '2026-02-09' }, 'pay_date_end', reportsTexts.date],
    [{ pay_date_end: 'yesterday' }, 'pay_date_end', reportsTexts.date],
    [{ pay_date_start: '02/10/2026', pay_date_end: '02/09/2026' }, 'pay_date_end', reportsTexts.reversedDates],
    [{ mode: 'Postal' }, 'mode', expect.any(String)],
    [{ size: 20 }, 'size', expect.any(String)],
    [{ page: 0 }, 'page', expect.any(String)],
    [{ sort: 'card_holder' }, 'sort', expect.any(String)],
  ])('for %j is refused at %s', async (asked, field, message) => {
    const reply = await finance.post('/api/v1/search-transaction', asked)
    expect(reply.statusCode).toBe(400)
    expect(reply.json().errors).toEqual([{ field, message }])
  })
})

describe('pages', () => {
  async function addMany(count: number): Promise<void> {
    for (let number = 0; number < count; number += 1) {
      await add({
        at: new Date(Date.UTC(2026, 1, 9, 0, Math.floor(number / 3))).toISOString(),
        tag: String(1000 + number),
        amount: 1000 + (number % 7),
      })
    }
  }

  async function allPages(asked: object): Promise<ReportRow[]> {
    const rows: ReportRow[] = []
    const first = await search({ ...asked, size: 10 })
    for (let page = 1; page <= first.pages; page += 1) {
      rows.push(...(await search({ ...asked, size: 10, page, asOf: first.asOf })).list)
    }
    return rows
  }

  test.each([
    ['desc', (a: number, b: number) => b - a],
    ['asc', (a: number, b: number) => a - b],
  ] as const)('by date %s tell every payment once, in order', async (direction, order) => {
    await addMany(34)
    const tags = (await allPages({ direction })).map((row) => Number(row.transaction_tag))
    expect(tags).toEqual(Array.from({ length: 34 }, (_, number) => 1000 + number).toSorted(order))
  })

  test.each(['asc', 'desc'])('by amount %s tell every payment once, in order', async (direction) => {
    await addMany(34)
    const rows = await allPages({ sort: 'amount', direction })
    const amounts = rows.map((row) => Number(row.amount))
    expect(amounts).toEqual(amounts.toSorted((a, b) => (direction === 'asc' ? a - b : b - a)))
    expect(new Set(rows.map((row) => row.id)).size).toBe(34)
  })

  test('stay while payments arrive: none is repeated and none is hidden', async () => {
    await addMany(25)
    const first = await search({ size: 10 })
    await add({ at: '2026-02-09T23:00:00.000Z', tag: '1' })
    const second = await search({ size: 10, page: 2, asOf: first.asOf })
    const tags = [...first.list, ...second.list].map((row) => Number(row.transaction_tag))
    expect(tags).toEqual(Array.from({ length: 20 }, (_, number) => 1024 - number))
    expect(second.total).toBe(25)
    expect((await search()).total).toBe(26)
  })
})

describe('totals', () => {
  test('are of the whole result, and of money that was charged and not given back', async () => {
    await add({ at: '2026-02-08T01:00:00.000Z', amount: 100_00 })
    await add({ at: '2026-02-08T02:00:00.000Z', amount: 50_00, mode: 'Phoned-In' })
    for (const state of ['DECLINED', 'NOT_CHARGED', 'UNKNOWN', 'REVERSED'] as const) {
      await add({ at: '2026-02-08T03:00:00.000Z', state })
    }
    const expected = { sumOnline: '100.00', totalOnline: 1, sumPhonedin: '50.00', totalPhonedIn: 1, total: 6 }
    expect(await search()).toMatchObject(expected)
    await sumHours()
    expect(await search()).toMatchObject(expected)
  })

  test('follow a payment that is given back after its hour was summed', async () => {
    await add({ at: '2026-02-08T01:00:00.000Z', amount: 100_00 })
    await sumHours()
    await portal.database.pool.query("update charge_attempt set state = 'REVERSING'")
    expect(await search()).toMatchObject({ sumOnline: '0.00', totalOnline: 0, total: 1 })
    await sumHours()
    expect(await search()).toMatchObject({ sumOnline: '0.00', totalOnline: 0, total: 1 })
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
    })
    await fc.assert(
      fc.asyncProperty(
        fc.array(payment, { maxLength: 8 }),
        asked,
        fc.integer({ min: 0, max: 8 }),
        async (payments, question, summedAfter) => {
          await portal.database.pool.query('truncate checkout, payment_hour_mark restart identity cascade')
          const start = Date.UTC(2026, 1, 4)
          const givenBack: number[] = []
          for (const [index, { minutes, isGivenBack, ...rest }] of payments.toSorted(byMinutes).entries()) {
            const at = new Date(start + minutes * 60_000).toISOString()
            if (index === summedAfter) await sumHours(testClock(Instant.parse(at)))
            const id = await add({ ...rest, at })
            if (isGivenBack) givenBack.push(id)
          }
          await portal.database.pool.query(
            "update charge_attempt set state = 'REVERSED' where checkout_id = any($1) and state = 'CHARGED'",
            [givenBack],
          )
          const rows = await exported(`?${new URLSearchParams(question)}`)
          const lines = rows
            .trim()
            .split('\n')
            .slice(1)
            .map((line) => line.split(','))
          const paid = (mode: string): string[][] => lines.filter((cells) => cells[10] === mode && cells[13] === 'Paid')
          const sum = (mode: string): string =>
            (paid(mode).reduce((total, cells) => total + Math.round(Number(cells[9]) * 100), 0) / 100).toFixed(2)
          expect(await search(question)).toMatchObject({
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
    await portal.database.pool.query(`
      with made as (
        insert into checkout (public_id, session_id, idempotency_key, content_hash, mode, source_code, amount_cents, account_count, state, created_at)
        select gen_random_uuid(), 1, gen_random_uuid(), 'content', case when n % 5 = 0 then 'Phoned-In' else 'Online' end,
          'CCV', 1000, 1, 'PAID', timestamptz '2026-01-01' + n * interval '7 minutes'
        from generate_series(1, 6000) n returning id, mode, created_at),
      items as (
        insert into checkout_item (checkout_id, account_id, ordinal, amount_cents, service_location)
        select id, '4821007391', 1, 1000, 'here' from made)
      insert into charge_attempt (checkout_id, reference, amount_cents, brand, last_four, card_holder, state, sent_at, mode, transaction_tag)
      select id, 'G' || lpad(id::text, 16, '0'), 1000, 'Visa', '1111', 'A', 'CHARGED', created_at, mode, id::text from made`)
    await sumHours()
    for (const mode of ['', 'Phoned-In', 'Online']) {
      const all = await portal.database.pool.query<{ id: number }>(
        `select checkout_id as id from charge_attempt where $1 = '' or mode = $1 order by sent_at ${direction}, id ${direction}`,
        [mode],
      )
      const found = await search({ mode, direction, size: 50 })
      for (const page of [1, 2, found.pages - 5, found.pages]) {
        const { list } = await search({ mode, direction, size: 50, page, asOf: found.asOf })
        expect(list.map(({ id }) => id)).toEqual(all.rows.slice((page - 1) * 50, page * 50).map(({ id }) => id))
      }
    }
  })
})

describe('the file', () => {
  test('has the name of A§9 and a heading, and nothing in it runs as a formula', async () => {
    await add({
      at: '2026-02-09T03:04:05.678Z',
      username: '=HYPERLINK("x")',
      bankMessage: '+1, "two"',
      amount: 100_000_00,
    })
    const reply = await finance.get('/api/v1/transactions.csv')
    expect(reply.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(reply.headers['content-disposition']).toBe('attachment; filename="GWA-Admin-Control-Reports-10-02-2026.csv"')
    const [heading, line] = reply.body.split('\n')
    expect(heading).toMatch(/^Id,Payment Date,Username,Account Number,/)
    expect(line).toContain(',02/09/2026 13:04:05,"\'=HYPERLINK(""x"")",')
    expect(line).toContain(`"'+1, ""two"""`)
    expect(line).toContain(',99999.99,')
  })

  test('is written into the audit log with what was asked for', async () => {
    await exported('?username=mar&mode=Online')
    const { rows } = await portal.database.pool.query<{ after_change: string }>(
      "select after_change from audit_entry where action = 'report-exported' order by id desc limit 1",
    )
    expect(JSON.parse(rows[0]?.after_change ?? '')).toEqual({ username: 'mar', mode: 'Online' })
  })

  test('is refused for dates that are none', async () => {
    expect((await finance.get('/api/v1/transactions.csv?pay_date_start=02/30/2026')).statusCode).toBe(400)
  })
})

describe('one payment', () => {
  test('tells its accounts with their receipts', async () => {
    const id = await add({
      at: '2026-02-09T03:00:00.000Z',
      accounts: ['5000000001', '5000000002'],
      amount: 3000,
      tag: '9',
    })
    expect((await finance.get(`/api/v1/get-individual/${id}`)).json().result.data).toEqual([
      {
        account_number: '5000000001',
        receipt_num: 'W-9-1',
        amount: '15.00',
        status: 'PAID',
        ccb_status: '1',
        payment_date: '2026-02-09T03:00:00.000Z',
      },
      {
        account_number: '5000000002',
        receipt_num: 'W-9-2',
        amount: '15.00',
        status: 'PAID',
        ccb_status: '1',
        payment_date: '2026-02-09T03:00:00.000Z',
      },
    ])
    expect((await finance.get('/api/v1/get-individual/999999')).json().result.data).toEqual([])
  })

  test('tells what happened in plain words under the seven names of A§3', async () => {
    const id = await add({ at: '2026-02-09T03:00:00.000Z' })
    await portal.database.pool.query(
      `insert into payment_event (checkout_id, sequence, at, subject, subject_id, from_state, to_state, detail) values
        ($1, 1, '2026-02-09T03:00:00Z', 'checkout', 1, null, 'CHARGING', '{"amount": 5000}'),
        ($1, 2, '2026-02-09T03:00:00Z', 'attempt', 1, null, 'INTENT', '{"reference": "G1", "accounts": 1}'),
        ($1, 3, '2026-02-09T03:00:02Z', 'attempt', 1, 'INTENT', 'CHARGED', '{"bankMessage": "Approved", "tag": "77"}'),
        ($1, 4, '2026-02-09T03:00:02Z', 'checkout', 1, 'CHARGING', 'PAID', '{}'),
        ($1, 5, '2026-02-09T03:00:02Z', 'posting', 1, null, 'PENDING', '{"receipt": "W-77"}'),
        ($1, 6, '2026-02-09T03:00:02Z', 'letter', 1, null, 'QUEUED', '{"kind": "payment-confirmation"}'),
        ($1, 7, '2026-02-09T03:00:03Z', 'posting', 1, 'POSTING', 'PENDING', '{"reason": "the billing system is away", "tries": 1}')`,
      [id],
    )
    const reply = await finance.post('/api/v1/search-transaction-logs', { overallId: id, pay_date_start: '02/09/2026' })
    const [log] = reply.json<{ result: TransactionLog[] }>().result
    const words = (name: keyof TransactionLog): string[] => {
      const lines = log?.[name]
      return Array.isArray(lines) ? lines.map(({ text }) => text) : []
    }
    expect(words('save_over_all_transaction')).toEqual(['The payment was saved, to be charged: $50.00.'])
    expect(words('save_individual_transation')).toEqual(['Account 4821007391: $50.00 saved.'])
    expect(words('payeezy_response')).toEqual([
      'The card is about to be charged: reference G1.',
      'The card was charged: Approved, tag 77.',
    ])
    expect(words('save_ccb_response')).toEqual([
      'To be told to the billing system: receipt W-77.',
      'To be told to the billing system: the billing system is away, tries 1.',
    ])
    expect(words('email_response')).toEqual(['A letter is on its way: payment-confirmation.'])
    expect(words('update_over_all_transaction')).toEqual(['The payment is paid.'])
    expect(words('update_individual_transaction')).toEqual(['Account 4821007391: PAID.'])
  })

  test.each([
    { overallId: 999_999 },
    { overallId: 1, pay_date_start: '02/10/2026' },
    { overallId: 1, pay_date_end: '02/08/2026' },
  ])('asked for %j has no log', async (asked) => {
    await add({ at: '2026-02-09T03:00:00.000Z' })
    expect((await finance.post('/api/v1/search-transaction-logs', asked)).json()).toEqual({ result: [] })
  })
})

describe('the payments of an account', () => {
  const accountId = '5000000007'

  test('on the web are the newest eighteen, the newest first', async () => {
    for (let day = 1; day <= 20; day += 1) {
      await add({
        at: `2026-01-${String(day).padStart(2, '0')}T03:00:00.000Z`,
        accounts: [accountId],
        tag: String(day),
        username: 'maria',
      })
    }
    const { result } = (await finance.post('/api/v1/user-payment-history', { accountId })).json<{ result: object[] }>()
    expect(result).toHaveLength(18)
    expect(result[0]).toEqual({
      payment_date: '2026-01-20T03:00:00.000Z',
      username: 'maria',
      receipt_num: 'W-20',
      transaction_tag: '20',
      status: 'PAID',
      amount: '50.00',
    })
  })

  test("in the billing system's books come from there, and not when it is down", async () => {
    await addTestAccount(portal.database.db, { account: accountId })
    expect((await finance.post('/api/v1/user-payment-history-ccb', { accountId })).json()).toEqual({ result: [] })
    const { payments } = portal.deps.billing
    portal.deps.billing.payments = async () => {
      throw new BillingSystemDown('away')
    }
    expect((await finance.post('/api/v1/user-payment-history-ccb', { accountId })).statusCode).toBe(502)
    portal.deps.billing.payments = payments
  })
})
