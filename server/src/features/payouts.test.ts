import type { ReplyOf } from '@portal/contract/call'
import { type listPayouts, payoutsPageSize, type readPayout } from '@portal/contract/payouts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestApp, type TestBrowser, testApp } from '../http/testing/app.ts'
import { addTestPayment } from '../payments/testing/payments.ts'

let portal: TestApp
let finance: TestBrowser
beforeAll(async () => {
  portal = await testApp()
  finance = await portal.administrator(3)
})
beforeEach(async () => {
  await portal.database.pool.query('truncate payout, payout_item restart identity')
})
afterAll(() => portal.close())

const list = async (query = '') => (await finance.get(`/api/v1/payouts${query}`)).json<ReplyOf<typeof listPayouts>>()

describe('the payouts', () => {
  test('say what is in each and what reached the bank, or that the gateway has not said yet', async () => {
    await portal.database.pool.query(
      `insert into payout (gateway, payout_id, arrives_on, status, amount_cents, charge_count, charge_cents, fee_cents,
         refund_cents, dispute_cents, other_cents)
       values ('stripe', 'po_1', '2026-06-01', 'paid', 93067, 3, 102500, -3033, -4250, -2150, 0),
         ('stripe', 'po_2', '2026-06-02', 'failed', -5000, null, null, null, null, null, null)`,
    )
    expect(await list()).toEqual({
      hasMore: false,
      payouts: [
        { id: 2, payoutId: 'po_2', arrivesOn: '2026-06-02', status: 'failed', amount: '-50.00', parts: null },
        {
          id: 1,
          payoutId: 'po_1',
          arrivesOn: '2026-06-01',
          status: 'paid',
          amount: '930.67',
          parts: {
            charges: 3,
            gross: '1025.00',
            fees: '-30.33',
            refunds: '-42.50',
            disputes: '-21.50',
            returns: '0.00',
            other: '0.00',
          },
        },
      ],
    })
  })

  test('come newest first, a page at a time, each once, also when several arrive on a day', async () => {
    await portal.database.pool.query(
      `insert into payout (gateway, payout_id, arrives_on, status, amount_cents)
       select 'stripe', 'po_' || nth, date '2026-01-01' + (nth * 7 % 20), 'paid', 100 from generate_series(1, $1) nth`,
      [2 * payoutsPageSize + 1],
    )
    const shown: [string, number][] = []
    let page = await list()
    expect(page.payouts).toHaveLength(payoutsPageSize)
    for (;;) {
      shown.push(...page.payouts.map(({ arrivesOn, id }): [string, number] => [arrivesOn, id]))
      if (!page.hasMore) break
      page = await list(`?before=${page.payouts.at(-1)?.id}`)
    }
    expect(shown).toHaveLength(2 * payoutsPageSize + 1)
    const newestFirst = shown.toSorted(([one, id], [other, otherId]) => other.localeCompare(one) || otherId - id)
    expect(shown).toEqual(newestFirst)
    expect(new Set(shown.map(([, id]) => id)).size).toBe(shown.length)
  })

  test('can be had as a file for a spreadsheet, the same and in the same order', async () => {
    await portal.database.pool.query(
      `insert into payout (gateway, payout_id, arrives_on, status, amount_cents, charge_count, charge_cents, fee_cents,
         refund_cents, dispute_cents, other_cents)
       values ('stripe', 'po_1', '2026-06-01', 'paid', 93067, 3, 102500, -3033, -4250, -2150, 0),
         ('stripe', '=po_"2",', '2026-06-02', 'failed', 5000, null, null, null, null, null, null)`,
    )
    const reply = await finance.get('/api/v1/payouts.csv')
    expect(reply.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(reply.headers['content-disposition']).toBe('attachment; filename="GWA-Payouts-2026-02-03.csv"')
    expect(reply.body).toBe(
      [
        '\uFEFFArrival date,Payout,Status,Charges,Gross,Fees,Refunds,Disputes,Other,Paid to bank',
        '2026-06-02," po_ 2  ",Failed,,,,,,,50.00',
        '2026-06-01,"po_1",Paid,3,1025.00,-30.33,-42.50,-21.50,0.00,930.67',
        '',
      ].join('\n'),
    )
  })

  test('have their returns in the file where bank accounts pay', async () => {
    await portal.database.pool.query(
      `insert into payout (gateway, payout_id, arrives_on, status, amount_cents, charge_count, charge_cents, fee_cents,
         refund_cents, dispute_cents, other_cents, return_cents)
       values ('stripe', 'po_1', '2026-06-01', 'paid', -4650, 0, 0, -400, 0, 0, 0, -4250)`,
    )
    Object.assign(portal.deps.profile, { bankPayments: { credit: 'submission', sourceCode: 'ACH' } })
    Object.assign(portal.deps.paymentGateway, { bankAccounts: {} })
    const { body } = await finance.get('/api/v1/payouts.csv')
    Object.assign(portal.deps.paymentGateway, { bankAccounts: undefined })
    Object.assign(portal.deps.profile, { bankPayments: null })
    const [heading, line] = body.split('\n')
    expect(heading).toContain(',Disputes,Returns,Other,')
    expect(line).toBe('2026-06-01,"po_1",Paid,0,0.00,-4.00,0.00,0.00,-42.50,0.00,-46.50')
  })

  test.each([2, 4, 5, 6] as const)('are none of the business of level %d', async (level) => {
    const other = await portal.administrator(level)
    for (const path of ['/api/v1/payouts', '/api/v1/payouts.csv']) expect((await other.get(path)).statusCode).toBe(403)
  })
})

describe('one payout', () => {
  const read = async (path: string) => await finance.get(`/api/v1/payouts/${path}`)

  beforeEach(async () => {
    await portal.database.pool.query(
      `insert into payout (gateway, payout_id, arrives_on, status, amount_cents, charge_count, charge_cents, fee_cents,
         refund_cents, dispute_cents, other_cents)
       values ('gge4', 'po_1', '2026-06-01', 'paid', 4097, 1, 4250, -153, 0, 0, 0)`,
    )
  })

  test('lists what is in it, with our payment where the portal has one', async () => {
    const { pool } = portal.database
    const id = await addTestPayment(pool, { at: '2026-05-30T01:00:00.000Z', amount: 4_250, tag: '902000007' })
    await pool.query(
      `insert into payout_item (payout_id, item_id, kind, tag, amount_cents, fee_cents)
       values (1, 'txn_1', 'charge', '902000007', 4250, -153), (1, 'txn_2', 'charge', '902000008', 1000, 0),
         (1, 'txn_3', 'refund', '902000007', -4250, 0), (1, 'txn_4', 'fee', null, -25, 0)`,
    )
    const payment = { id, receipt: 'W-902000007' }
    expect((await read('1')).json()).toEqual({
      payout: (await list()).payouts[0],
      items: [
        { id: 1, itemId: 'txn_1', kind: 'charge', amount: '42.50', fee: '-1.53', net: '40.97', payment },
        { id: 2, itemId: 'txn_2', kind: 'charge', amount: '10.00', fee: '0.00', net: '10.00', payment: null },
        { id: 3, itemId: 'txn_3', kind: 'refund', amount: '-42.50', fee: '0.00', net: '-42.50', payment },
        { id: 4, itemId: 'txn_4', kind: 'fee', amount: '-0.25', fee: '0.00', net: '-0.25', payment: null },
      ],
      hasMore: false,
    })
  })

  test('lists its items a page at a time, each once', async () => {
    await portal.database.pool.query(
      `insert into payout_item (payout_id, item_id, kind, amount_cents, fee_cents)
       select 1, 'txn_' || nth, 'other', 1, 0 from generate_series(1, $1) nth`,
      [payoutsPageSize + 1],
    )
    const first = (await read('1')).json<ReplyOf<typeof readPayout>>()
    expect([first.items.length, first.hasMore]).toEqual([payoutsPageSize, true])
    const second = (await read(`1?after=${first.items.at(-1)?.id}`)).json<ReplyOf<typeof readPayout>>()
    expect([second.items.map(({ itemId }) => itemId), second.hasMore]).toEqual([[`txn_${payoutsPageSize + 1}`], false])
  })

  test('that does not exist is not found', async () => {
    expect((await read('2')).statusCode).toBe(404)
  })
})
