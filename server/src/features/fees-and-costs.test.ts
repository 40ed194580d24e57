import type { ReplyOf } from '@portal/contract/call'
import type { readFeesAndCosts } from '@portal/contract/fees-and-costs'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { emptyTables } from '../database/testing/empty-tables.ts'
import { type TestApp, type TestBrowser, testApp } from '../http/testing/app.ts'
import { addTestPayment } from '../payments/testing/payments.ts'

let portal: TestApp
let finance: TestBrowser
beforeAll(async () => {
  portal = await testApp()
  finance = await portal.administrator(3)
})
beforeEach(() => emptyTables(portal.database.db, ['payout', 'checkout', 'payment_hour_mark', 'payment_day'], 'from1'))
afterAll(() => portal.close())

const read = async (query = '') =>
  (await finance.get(`/api/v1/fees-and-costs${query}`)).json<ReplyOf<typeof readFeesAndCosts>>()

/** In Guam: 31 May and 1 June. */
const may = '2026-05-31T13:59:59.999Z'
const june = '2026-05-31T14:00:00.000Z'

type Item = readonly [kind: string, tag: string | null, amount: number, fee: number]

async function payOut(arrivesOn: string, ...items: readonly Item[]): Promise<void> {
  const { pool } = portal.database
  const { rows } = await pool.query<{ id: number }>(
    `insert into payout (gateway, payout_id, arrives_on, status, amount_cents)
     values ('stripe', 'po_' || $1, $1::text::date, 'paid', 1) returning id`,
    [arrivesOn],
  )
  for (const [index, item] of items.entries()) {
    await pool.query(
      `insert into payout_item (payout_id, item_id, kind, tag, amount_cents, fee_cents) values ($1, $2, $3, $4, $5, $6)`,
      [rows[0]?.id, `txn_${index}`, ...item],
    )
  }
}

const nothing = { payments: 0, paid: 0, fees: 0, feesReturned: 0, cost: 0, uncosted: 0 }
const ofJune = { from: '2026-06-01', to: '2026-06-30' }
const ofMay = { from: '2026-05-01', to: '2026-05-31' }

describe('fees and costs', () => {
  test('are of the payments of a month in the utility’s time zone, by method, the newest first', async () => {
    const { pool } = portal.database
    await addTestPayment(pool, { at: june, tag: 'pi_1', amount: 8_291, fee: 238 })
    await addTestPayment(pool, { at: june, tag: 'pi_2', amount: 5_000 })
    await addTestPayment(pool, { at: june, tag: 'pi_3', amount: 5_050, fee: 50, brand: null })
    await addTestPayment(pool, { at: may, tag: 'pi_4', amount: 4_000 })
    await payOut(
      '2026-07-02',
      ['charge', 'pi_1', 8_291, -270],
      ['charge', 'pi_2', 5_000, -175],
      ['charge', 'pi_3', 5_050, -40],
      ['charge', 'pi_4', 4_000, -146],
    )
    expect(await read()).toEqual({
      months: [
        { ...nothing, ...ofJune, method: 'card', payments: 2, paid: 13_291, fees: 238, cost: 445 },
        { ...nothing, ...ofJune, method: 'bank', payments: 1, paid: 5_050, fees: 50, cost: 40 },
        { ...nothing, ...ofMay, method: 'card', payments: 1, paid: 4_000, cost: 146 },
      ],
      hasMore: false,
    })
  })

  test('have what refunds, disputes and returns cost, and the fees that went back with them', async () => {
    const { pool } = portal.database
    await addTestPayment(pool, { at: june, tag: 'pi_1', amount: 5_250, fee: 250, state: 'REVERSED' })
    await addTestPayment(pool, { at: june, tag: 'pi_2', amount: 5_250, fee: 250, state: 'REVERSING' })
    const returned = { reason: 'funds', code: 'R01' } as const
    await addTestPayment(pool, {
      at: june,
      tag: 'pi_3',
      amount: 5_050,
      fee: 50,
      brand: null,
      state: 'RETURNED',
      returned,
    })
    await payOut(
      '2026-06-04',
      ['charge', 'pi_1', 5_250, -180],
      ['charge', 'pi_2', 5_250, -180],
      ['dispute', 'pi_1', -5_250, -1_500],
      ['charge', 'pi_3', 5_050, -40],
      ['return', 'pi_3', -5_050, -400],
    )
    const [card, bank] = (await read()).months
    expect(card).toEqual({
      ...nothing,
      ...ofJune,
      method: 'card',
      payments: 2,
      paid: 10_500,
      fees: 500,
      feesReturned: 250,
      cost: 1_860,
    })
    expect(bank).toEqual({ ...nothing, ...ofJune, method: 'bank', cost: 440 })
  })

  test('are not known of what is in no payout; what nobody was charged is no payment', async () => {
    const { pool } = portal.database
    await addTestPayment(pool, { at: june, tag: 'pi_1' })
    await addTestPayment(pool, { at: june, tag: 'pi_2' })
    // Its refund may be paid out before the gateway lists the charge.
    await addTestPayment(pool, { at: june, tag: 'pi_3', state: 'REVERSED' })
    for (const state of ['DECLINED', 'NOT_CHARGED', 'UNKNOWN', 'ESCALATED', 'INTENT'] as const) {
      await addTestPayment(pool, { at: june, state, fee: 100 })
    }
    await addTestPayment(pool, { at: june, tag: 'pi_4', state: 'PROCESSING', brand: null, fee: 100 })
    await payOut(
      '2026-06-04',
      ['charge', 'pi_1', 5_000, -175],
      ['refund', 'pi_3', -5_000, -25],
      ['charge', 'pi_4', 5_000, -40],
    )
    expect((await read()).months).toEqual([
      { ...nothing, ...ofJune, method: 'card', payments: 3, paid: 15_000, cost: 200, uncosted: 2 },
    ])
  })

  test('with what the gateway kept for no single payment, in the month of its payout, add up to what payouts lack', async () => {
    await addTestPayment(portal.database.pool, { at: may, tag: 'pi_1' })
    await payOut('2026-06-01', ['charge', 'pi_1', 5_000, -175], ['fee', null, -25, 0], ['other', null, -300, -7])
    await payOut('2026-05-31', ['other', null, -300, 0])
    const { months } = await read()
    expect(months).toMatchObject([
      { ...nothing, ...ofJune, method: null, cost: 32 },
      { ...ofMay, method: 'card', cost: 175 },
    ])
  })

  test('come a few months at a time, each once, also after months without payments', async () => {
    for (const at of ['2026-06-15', '2026-05-15', '2026-04-15', '2026-03-15', '2025-11-15', '2025-09-15']) {
      await addTestPayment(portal.database.pool, { at: `${at}T00:00:00.000Z` })
    }
    await payOut('2026-03-20', ['fee', null, -25, 0])
    const shown: string[] = []
    let page = await read()
    for (;;) {
      shown.push(...page.months.map(({ from, method }) => `${from} ${method}`))
      if (!page.hasMore) break
      page = await read(`?before=${page.months.at(-1)?.from}`)
    }
    expect(shown).toEqual([
      '2026-06-01 card',
      '2026-05-01 card',
      '2026-04-01 card',
      '2026-03-01 card',
      '2026-03-01 null',
      '2025-11-01 card',
      '2025-09-01 card',
    ])
  })

  test('are empty where nothing was paid', async () => {
    expect(await read()).toEqual({ months: [], hasMore: false })
  })

  test.each([2, 4, 5, 6] as const)('are none of the business of level %d', async (level) => {
    expect((await (await portal.administrator(level)).get('/api/v1/fees-and-costs')).statusCode).toBe(403)
  })
})
