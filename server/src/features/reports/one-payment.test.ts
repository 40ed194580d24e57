import type { TransactionLog } from '@portal/contract/one-payment'
import { reportColumns, reportsTexts } from '@portal/contract/reports'
import { describe, expect, test } from 'vitest'
import { addTestAccount } from '../../adapters/billing-system/ledger/testing/ledger.ts'
import { BillingSystemDown } from '../../adapters/billing-system/port.ts'
import { csvFile } from '../../foundation/csv.ts'
import type { TestPayment } from '../../payments/testing/payments.ts'
import { testReports } from './testing/reports.ts'

const reports = testReports()

describe('the file', () => {
  test('has the name of A§9 and a heading, and nothing in it runs as a formula', async () => {
    await reports.add({
      at: '2026-02-09T03:04:05.678Z',
      username: '=HYPERLINK("x")',
      bankMessage: '+1, "two"',
      reference: 'GZZZZZZZZZZZZZZ01',
      amount: 9_999_999,
    })
    const reply = await reports.finance.get('/api/v1/transactions.csv')
    expect(reply.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(reply.headers['content-disposition']).toBe('attachment; filename="GWA-Admin-Control-Reports-10-02-2026.csv"')
    const [heading, line] = reply.body.split('\n')
    // The mark tells a spreadsheet that the file is UTF-8: names may have letters of any language.
    const { card, made_by: _, method: __, fee: ___, ...shown } = reportColumns
    const onlyInFile = ['Last Four', reportsTexts.reference]
    // As on the page. By the reference, the gateway's own lists name a payment that has no receipt.
    expect(heading?.slice(1).split(',').toSorted()).toEqual([...Object.values(shown), card, ...onlyInFile].toSorted())
    expect(heading).toMatch(/^\uFEFFPayment ID,Payment Date,Username,Account Number,.*,Reference Number$/)
    expect(line).toMatch(/,GZZZZZZZZZZZZZZ01$/)
    expect(line).toContain(',02/09/2026 13:04:05,"\'=HYPERLINK(""x"")",')
    expect(line).toContain(`"'+1, ""two"""`)
    expect(line).toContain(',99999.99,')
  })

  test.each(['=1+1', '＝1+1', '＋1', '－1', '＠x', '\t=1', ' =1', '\u200B=1', '\uFEFF=1', '\u3000＝1', '\u22121'])(
    'takes %j for no formula',
    async (username) => {
      await reports.add({ at: '2026-02-09T03:04:05.678Z', username })
      const [, line = ''] = (await reports.exported()).split('\n')
      expect(line).toMatch(/,"?'/)
      const lines = await csvFile(['Name'], [[username]]).toArray()
      expect(lines.join('')).toMatch(/\n"'/)
    },
  )

  test('has a line for each payment, the newest first, with its receipt once it was charged, and posted once all its accounts are', async () => {
    const add = async (nth: number, more: Partial<TestPayment> = {}) => {
      const named = { at: `2026-02-08T0${nth}:00:00.000Z`, tag: `1${nth}`, reference: `GZZZZZZZZZZZZZZ0${nth}` }
      await reports.add({ ...named, username: 'maria', authorization: 'ET131078', bankMessage: 'Approved', ...more })
    }
    await add(1)
    await add(2, { accounts: ['5000000001', '5000000002', '5000000003'], amount: 6000 })
    await reports.portal.database.pool.query(`update posting set state = 'PENDING' where receipt_number = 'W-12-3'`)
    await add(3, { state: 'DECLINED' })
    await add(4, { state: 'REVERSED' })
    await add(5, { mode: 'Phoned-In', brand: 'Discover', lastFour: '0004', accounts: ['5000000009'], amount: 150 })
    const [, ...lines] = (await reports.exported()).trimEnd().split('\n')
    // Without the sequence number, which the helper makes up.
    expect(lines.map((line) => line.replace(/,\d{6},/, ',…,'))).toEqual([
      '5,02/08/2026 15:00:00,maria,5000000009,SINGLE,W-15,15,…,ET131078,1.50,Phoned-In,Discover,0004,Paid,Transaction Normal,Approved,1,GZZZZZZZZZZZZZZ05',
      '4,02/08/2026 14:00:00,maria,4821007391,SINGLE,W-14,14,…,ET131078,50.00,Online,Visa,1111,Refunded,Transaction Normal,Approved,0,GZZZZZZZZZZZZZZ04',
      '3,02/08/2026 13:00:00,maria,4821007391,SINGLE,,13,…,ET131078,50.00,Online,Visa,1111,Declined,Transaction Normal,Approved,0,GZZZZZZZZZZZZZZ03',
      '2,02/08/2026 12:00:00,maria,5000000001,MULTI-3,W-12,12,…,ET131078,60.00,Online,Visa,1111,Paid,Transaction Normal,Approved,0,GZZZZZZZZZZZZZZ02',
      '1,02/08/2026 11:00:00,maria,4821007391,SINGLE,W-11,11,…,ET131078,50.00,Online,Visa,1111,Paid,Transaction Normal,Approved,1,GZZZZZZZZZZZZZZ01',
    ])
  })

  test('is written into the audit log with what was asked for', async () => {
    await reports.exported('?username=mar&mode=Online&amount=100-$50')
    const { rows } = await reports.portal.database.pool.query<{ after_change: string }>(
      "select after_change from audit_entry where action = 'report-exported' order by id desc limit 1",
    )
    expect(JSON.parse(rows[0]?.after_change ?? '')).toEqual({
      username: 'mar',
      mode: 'Online',
      amount: '$50.00 to $100.00',
    })
  })

  test('is refused for dates that are none', async () => {
    expect((await reports.finance.get('/api/v1/transactions.csv?pay_date_start=02/30/2026')).statusCode).toBe(400)
  })
})

async function logOf(id: number): Promise<TransactionLog | undefined> {
  const reply = await reports.finance.post('/api/v1/search-transaction-logs', { overallId: id })
  return reply.json<{ result: TransactionLog[] }>().result[0]
}

describe('one payment', () => {
  test('tells its accounts with their receipts', async () => {
    const id = await reports.add({
      at: '2026-02-09T03:00:00.000Z',
      accounts: ['5000000001', '5000000002'],
      amount: 3000,
      tag: '9',
    })
    await reports.add({ at: '2026-02-09T03:00:00.000Z', accounts: ['5000000003'] })
    await reports.portal.database.pool.query('update checkout_item set status = status where ordinal = 1')
    expect((await reports.finance.get(`/api/v1/get-individual/${id}`)).json().result.data).toEqual([
      {
        account_number: '5000000001',
        receipt_num: 'W-9-1',
        amount: '15.00',
        status: 'PAID',
        standing: 'paid',
        billing: 'posted',
        ccb_status: '1',
        payment_date: '2026-02-09T03:00:00.000Z',
      },
      {
        account_number: '5000000002',
        receipt_num: 'W-9-2',
        amount: '15.00',
        status: 'PAID',
        standing: 'paid',
        billing: 'posted',
        ccb_status: '1',
        payment_date: '2026-02-09T03:00:00.000Z',
      },
    ])
    expect((await reports.finance.get('/api/v1/get-individual/999999')).json().result.data).toEqual([])
  })

  test.each(['abc', '0', '-1', '1.5', '1e3', '99999999999999999'])(
    'of the number %s is a wrong request',
    async (id) => {
      const reply = await reports.finance.get(`/api/v1/get-individual/${id}`)
      expect([reply.statusCode, reply.json().errors]).toEqual([400, [{ field: 'id', message: expect.any(String) }]])
    },
  )

  test('tells of an account that the billing system does not have its payment yet', async () => {
    const id = await reports.add({ at: '2026-02-09T03:00:00.000Z', isPosted: false })
    const { data } = (await reports.finance.get(`/api/v1/get-individual/${id}`)).json().result
    expect(data).toMatchObject([{ status: 'PAID', ccb_status: '0' }])
  })

  test('tells what happened in plain words under the seven names of A§3', async () => {
    const other = await reports.add({ at: '2026-02-09T03:00:00.000Z', accounts: ['5000000003'] })
    const id = await reports.add({ at: '2026-02-09T03:00:00.000Z' })
    await reports.portal.database.pool.query(
      `insert into payment_event (checkout_id, sequence, at, subject, subject_id, from_state, to_state, detail)
        values ($1, 1, '2026-02-09T03:00:00Z', 'checkout', 1, 'CHARGING', 'DECLINED', '{}')`,
      [other],
    )
    await reports.portal.database.pool.query(
      `insert into payment_event (checkout_id, sequence, at, subject, subject_id, from_state, to_state, detail) values
        ($1, 1, '2026-02-09T03:00:00Z', 'checkout', 1, null, 'CHARGING', '{"amount": 5000}'),
        ($1, 2, '2026-02-09T03:00:00Z', 'attempt', 1, null, 'INTENT', '{"reference": "G1", "accounts": 1}'),
        ($1, 3, '2026-02-09T03:00:02Z', 'attempt', 1, 'INTENT', 'CHARGED', '{"bankMessage": "Approved", "tag": "77"}'),
        ($1, 4, '2026-02-09T03:00:02Z', 'checkout', 1, 'CHARGING', 'PAID', '{}'),
        ($1, 5, '2026-02-09T03:00:02Z', 'posting', 1, null, 'PENDING', '{"receipt": "W-77"}'),
        ($1, 6, '2026-02-09T03:00:02Z', 'email', 1, null, 'QUEUED', '{"kind": "payment-confirmation"}'),
        ($1, 7, '2026-02-09T03:00:03Z', 'posting', 1, 'POSTING', 'PENDING', '{"reason": "the billing system is away", "tries": 1}')`,
      [id],
    )
    const reply = await reports.finance.post('/api/v1/search-transaction-logs', {
      overallId: id,
      pay_date_start: '02/09/2026',
    })
    const [log] = reply.json<{ result: TransactionLog[] }>().result
    const words = (name: keyof TransactionLog): string[] => {
      const lines = log?.[name]
      return Array.isArray(lines) ? lines.map(({ text }) => text) : []
    }
    expect(words('save_over_all_transaction')).toEqual(['Payment saved: $50.00.'])
    expect(words('save_individual_transation')).toEqual(['Account 4821007391: $50.00 saved.'])
    expect(words('payeezy_response')).toEqual(['Charge requested: reference G1.', 'Card charged: Approved, tag 77.'])
    expect(words('save_ccb_response')).toEqual([
      'Waiting to be posted: receipt W-77.',
      'Waiting to be posted: the billing system is away, 1 attempt.',
    ])
    expect(words('email_response')).toEqual(['Email queued: payment receipt.'])
    expect(words('update_over_all_transaction')).toEqual(['Payment paid.'])
    expect(words('update_individual_transaction')).toEqual(['Account 4821007391: PAID.'])
  })

  test('tells what the mail server answered to its emails, without their addresses (A§3 email_response)', async () => {
    const other = await reports.add({ at: '2026-02-09T03:00:00.000Z' })
    const id = await reports.add({ at: '2026-02-09T03:00:00.000Z' })
    await reports.portal.database.pool.query(
      `insert into payment_event (checkout_id, sequence, at, subject, subject_id, from_state, to_state, detail)
        values ($1, 1, '2026-02-09T05:30:00Z', 'email', 1, null, 'WITHDRAWN', '{"kind": "payment-not-made"}')`,
      [id],
    )
    const email = async (key: string, columns: string, values: string, checkout = id) =>
      await reports.portal.database.pool.query(
        `insert into email (kind, dedupe_key, recipient, subject, body_text, body_html, queued_at, ${columns})
          select 'payment-confirmation', 'payment-confirmation-' || public_id || '${key}', 'maria@example.com', '', '', '',
            ${values} from checkout where id = $1`,
        [checkout],
      )
    await email(
      '',
      'next_try_at, refused_at, tries, last_error',
      "'2026-02-09T03:00:00Z', '2026-02-09T03:00:00Z', '2026-02-09T03:00:01Z', 1, '550 No such mailbox …@…'",
    )
    await email(
      '-again-1',
      'next_try_at, delivered_at',
      "'2026-02-09T04:00:00Z', '2026-02-09T04:00:00Z', '2026-02-09T04:00:01Z'",
    )
    await email(
      '-again-2',
      'next_try_at, tries, last_error',
      "'2026-02-09T05:00:00Z', '2026-02-09T05:01:00Z', 2, 'ECONNREFUSED'",
    )
    // Its first try is under way.
    await email('-again-3', 'next_try_at, tries', "'2026-02-09T07:00:00Z', '2026-02-09T07:00:00Z', 1")
    await email(
      '',
      'next_try_at, delivered_at',
      "'2026-02-09T06:00:00Z', '2026-02-09T06:00:00Z', '2026-02-09T06:00:01Z'",
      other,
    )
    const reply = await reports.finance.post('/api/v1/search-transaction-logs', { overallId: id })
    const [log] = reply.json<{ result: TransactionLog[] }>().result
    expect(log?.email_response.map(({ at, text }) => `${at.slice(11, 19)} ${text}`)).toEqual([
      '03:00:01 Email not delivered: payment receipt, 550 No such mailbox …@….',
      '04:00:00 Email resent by an admin: payment receipt.',
      '04:00:01 Email accepted by the mail server: payment receipt.',
      '05:00:00 Email resent by an admin: payment receipt.',
      '05:01:00 Next delivery attempt, after 2 failed: payment receipt, ECONNREFUSED.',
      '05:30:00 Email withdrawn before sending: card not charged.',
      '07:00:00 Email resent by an admin: payment receipt.',
    ])
    expect(reply.body).not.toContain('maria')
  })

  test.each([
    ['CHARGED', 'Account 4821007391: PAID.'],
    ['DECLINED', 'Account 4821007391: DECLINED.'],
    ['REVERSED', 'Account 4821007391: DECLINED (refunded).'],
  ] as const)('that is %s says so of its account when it was decided (A§4)', async (state, text) => {
    const id = await reports.add({ at: '2026-02-09T03:00:00.000Z', state })
    await reports.portal.database.pool.query("update charge_attempt set decided_at = '2026-02-09T03:00:07Z'")
    expect((await logOf(id))?.update_individual_transaction).toEqual([{ at: '2026-02-09T03:00:07.000Z', text }])
  })

  test('that is being given back says that its account had been paid, and each with its time (A§4)', async () => {
    const id = await reports.add({ at: '2026-02-09T03:00:00.000Z', state: 'REVERSING' })
    await reports.portal.database.pool.query("update charge_attempt set decided_at = '2026-02-09T03:00:02Z'")
    await reports.portal.database.pool.query(
      `insert into payment_event (checkout_id, sequence, at, subject, subject_id, from_state, to_state, detail) values
        ($1, 1, '2026-02-09T03:00:02Z', 'attempt', 1, 'INTENT', 'CHARGED', '{}'),
        ($1, 2, '2026-02-10T01:00:00Z', 'attempt', 1, 'CHARGED', 'REVERSING', '{}')`,
      [id],
    )
    const lines = [
      { at: '2026-02-09T03:00:02.000Z', text: 'Account 4821007391: PAID.' },
      { at: '2026-02-10T01:00:00.000Z', text: 'Account 4821007391: DECLINED (refunded).' },
    ]
    expect((await logOf(id))?.update_individual_transaction[1]?.text).toBe(
      'Account 4821007391: DECLINED (refund on its way).',
    )
    // When the money has gone back the account is what it was since it was to be given back.
    await reports.portal.database.pool.query(
      "update charge_attempt set state = 'REVERSED', decided_at = '2026-02-10T01:00:09Z'",
    )
    await reports.portal.database.pool.query(
      `insert into payment_event (checkout_id, sequence, at, subject, subject_id, from_state, to_state, detail)
        values ($1, 3, '2026-02-10T01:00:09Z', 'attempt', 1, 'REVERSING', 'REVERSED', '{}')`,
      [id],
    )
    expect((await logOf(id))?.update_individual_transaction).toEqual(lines)
  })

  test('whose outcome is not known yet says nothing of it', async () => {
    const id = await reports.add({ at: '2026-02-09T03:00:00.000Z', state: 'UNKNOWN' })
    await reports.portal.database.pool.query("update checkout_item set status = 'saved'")
    expect((await logOf(id))?.update_individual_transaction).toEqual([])
  })

  test("whose card call returned nothing has the marker 'PayEezy Failed' in its log (A§8)", async () => {
    const id = await reports.add({ at: '2026-02-09T03:00:00.000Z', state: 'UNKNOWN' })
    await reports.portal.database.pool.query(
      `insert into payment_event (checkout_id, sequence, at, subject, subject_id, from_state, to_state, detail)
        values ($1, 1, '2026-02-09T03:00:00Z', 'attempt', 1, 'INTENT', 'UNKNOWN', '{"reason": "no answer in time"}')`,
      [id],
    )
    const reply = await reports.finance.post('/api/v1/search-transaction-logs', { overallId: id })
    const [log] = reply.json<{ result: TransactionLog[] }>().result
    expect(log?.payeezy_response.map(({ text }) => text)).toEqual([
      'PayEezy Failed: no reliable answer from the gateway: no answer in time.',
    ])
  })

  test.each([
    { overallId: 999_999 },
    { overallId: 1, pay_date_start: '02/10/2026' },
    { overallId: 1, pay_date_end: '02/08/2026' },
  ])('asked for %j has no log', async (asked) => {
    await reports.add({ at: '2026-02-09T03:00:00.000Z' })
    expect((await reports.finance.post('/api/v1/search-transaction-logs', asked)).json()).toEqual({ result: [] })
  })

  test.each([
    ['the first instant of a day', '2026-02-08T14:00:00.000Z', 1],
    ['the first instant of the next', '2026-02-09T14:00:00.000Z', 0],
  ])('made at %s (in Guam) is one of that day or not', async (_, at, found) => {
    const id = await reports.add({ at })
    const asked = { overallId: id, pay_date_start: '02/09/2026', pay_date_end: '02/09/2026' }
    const reply = await reports.finance.post('/api/v1/search-transaction-logs', asked)
    expect(reply.json().result).toHaveLength(found)
  })
})

describe('the payments of an account', () => {
  const accountId = '5000000007'

  test('on the web are the newest eighteen, the newest first', async () => {
    for (let day = 1; day <= 20; day += 1) {
      await reports.add({
        at: `2026-01-${String(day).padStart(2, '0')}T03:00:00.000Z`,
        accounts: [accountId],
        tag: String(day),
        username: 'maria',
      })
    }
    await reports.add({ at: '2026-01-21T03:00:00.000Z', accounts: ['5000000008'] })
    const { result } = (await reports.finance.post('/api/v1/user-payment-history', { accountId })).json<{
      result: object[]
    }>()
    expect(result).toHaveLength(18)
    expect(result[0]).toEqual({
      payment_date: '2026-01-20T03:00:00.000Z',
      username: 'maria',
      receipt_num: 'W-20',
      transaction_tag: '20',
      status: 'PAID',
      standing: 'paid',
      amount: '50.00',
    })
  })

  test("in the billing system's books come from there, and not when it is down", async () => {
    await addTestAccount(reports.portal.database.db, { account: accountId })
    expect((await reports.finance.post('/api/v1/user-payment-history-ccb', { accountId })).json()).toEqual({
      result: [],
    })
    const { payments } = reports.portal.deps.billing
    reports.portal.deps.billing.payments = async () => {
      throw new BillingSystemDown('away')
    }
    expect((await reports.finance.post('/api/v1/user-payment-history-ccb', { accountId })).statusCode).toBe(502)
    reports.portal.deps.billing.payments = payments
  })
})

describe('a payment from a bank account', () => {
  const at = '2026-02-09T03:04:05.678Z'
  const bankOf = async (id: number) =>
    (await reports.finance.get(`/api/v1/get-individual/${id}`)).json<{ result: { bank: unknown } }>().result.bank

  test('says who holds the account, what the bank said and what the payer reads', async () => {
    const answeredBy = '2026-02-13T22:00:00.000Z'
    const running = await reports.add({ at, brand: null, state: 'PROCESSING', answeredBy })
    const returned = { reason: 'unauthorized', code: 'R10' } as const
    const back = await reports.add({ at, brand: null, state: 'RETURNED', returned })
    const holder = 'Maria Cruz'
    const authorizedAt = '2026-02-09T03:04:00.000Z'
    await reports.portal.database.pool.query(
      `with words as (insert into autopay_words values (repeat('0', 64), 'debit', 'I authorize', $1) returning sha256)
       insert into debit_authorization (attempt_id, words_sha256, accepted_at, accepted_from, browser)
       select attempt.id, sha256, $1, '127.0.0.1', 'Chrome' from words, charge_attempt attempt where checkout_id = $2`,
      [authorizedAt, running],
    )
    expect(await bankOf(running)).toEqual({
      holder,
      authorizedAt,
      answersBy: answeredBy,
      outcome: 'submitted',
      returned: null,
    })
    expect(await bankOf(back)).toEqual({ holder, authorizedAt: null, answersBy: null, outcome: 'returned', returned })
    expect(await bankOf(await reports.add({ at }))).toBeNull()
  })
})
