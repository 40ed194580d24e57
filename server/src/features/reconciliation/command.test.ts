import { CalendarDate } from '@portal/contract/dates'
import { discrepancyKinds } from '@portal/contract/discrepancies'
import { cents } from '@portal/contract/money'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { reconcileCommand } from './command.ts'
import { type TestDay, testDay } from './testing/day.ts'

let world: TestDay
let isClosed: boolean
beforeEach(async () => {
  world = await testDay()
  isClosed = false
})
afterEach(() => world.close())

async function portalReconcile(...words: string[]) {
  let text = ''
  const code = await reconcileCommand(words, {
    open: () => ({
      deps: world.deps,
      close: async () => void (isClosed = true),
    }),
    write: (more) => void (text += more),
  })
  return { code, text }
}

describe('portal reconcile', () => {
  test.each([[[]], [['--date']], [['--date', '2026-02-30']], [['--day', '2026-06-01']], [['2026-06-01']]])(
    'written as %j says how it is used',
    async (words) => {
      const { code, text } = await portalReconcile(...words)
      expect(code).toBe(2)
      expect(text).toContain('portal reconcile --date YYYY-MM-DD')
    },
  )

  test('for a day that has not begun says so', async () => {
    expect(await portalReconcile('--date', '2026-06-03')).toEqual({
      code: 2,
      text: '2026-06-03 is in the future (Pacific/Guam).\n',
    })
    expect(isClosed).toBe(true)
  })

  test('for a day on which all books agree says so and exits with 0', async () => {
    await world.pay(1)
    await world.pay(2)
    const { code, text } = await portalReconcile('--date', '2026-06-01')
    expect(code).toBe(0)
    expect(text).toBe(
      [
        'Payments of 2026-06-01, Pacific/Guam',
        '',
        '                                 count          amount        refunded',
        '  gateway, charges                   2           85.00            0.00',
        '  portal, charges                    2           85.00            0.00',
        '  billing, payments                  2           85.00            0.00',
        '',
        'No discrepancies.',
        '',
      ].join('\n'),
    )
    expect(isClosed).toBe(true)
  })

  test('names what each payout of the day is made of', async () => {
    await world.pay(1)
    const part = { kind: 'charge', id: 'txn_1', tag: '902000001', reference: 'G0000000000000001' } as const
    world.gateway.payouts.push({
      payout: {
        id: 'po_1',
        arrivesOn: CalendarDate.parse('2026-06-01'),
        status: 'paid',
        amount: cents(4_097),
        failure: null,
        parts: 'listed',
      },
      parts: [{ ...part, amount: cents(4_250), fee: cents(153) }],
    })
    const { text } = await portalReconcile('--date', '2026-06-01')
    expect(text).toContain('payout po_1: Paid, 1 charge\n')
    expect(text).toContain('gross 42.50, fees -1.53, refunds 0.00, other 0.00, disputes 0.00: 40.97\n')
  })

  test('for the current day compares what there is of it', async () => {
    expect(await portalReconcile('--date', '2026-06-02')).toMatchObject({
      code: 0,
      text: expect.stringContaining('No discrepancies.'),
    })
  })

  test('for a day on which they differ lists the differences by kind and exits with 1', async () => {
    await world.pay(1)
    await world.pay(2)
    await world.database.pool.query(
      `update cis.portal_payment set amount_cents = 1 where receipt_number = 'W-902000001'`,
    )
    await world.database.pool.query(`delete from cis.portal_payment where receipt_number = 'W-902000002'`)
    const { code, text } = await portalReconcile('--date', '2026-06-01')
    expect(code).toBe(1)
    const { postedAmountDiffers, paidButNotPosted } = discrepancyKinds
    const state = 'Portal: posted, charge charged. Billing system:'
    expect(text).toContain(
      [
        '\n2 discrepancies:',
        '',
        `1 ${postedAmountDiffers.name}: ${postedAmountDiffers.meaning}`,
        `  W-902000001        gateway -, portal 42.50, billing 0.01. ${state} 1 payment.`,
        '',
        `1 ${paidButNotPosted.name}: ${paidButNotPosted.meaning}`,
        `  W-902000002        gateway -, portal 42.50, billing -. ${state} no payment.`,
        '',
      ].join('\n'),
    )
  })

  test(`lists the first 50 of more, and says so`, async () => {
    await world.database.pool.query(`
      insert into cis.portal_payment (receipt_number, account_id, amount_cents, source_code, method_code,
        authorization_number, paid_at, pay_date)
      select 'W-' || nth, '1000000001', 100, 'CCV', 'PG001', 'ET1', now(), '2026-06-01' from generate_series(1, 51) nth`)
    const { text } = await portalReconcile('--date', '2026-06-01')
    expect(text.match(/gateway -, portal -, billing 1\.00/g)).toHaveLength(50)
    expect(text).toContain('\nShowing the first 50. See Exceptions for the rest.\n')
  })

  test('without the gateway says so and exits with 1', async () => {
    world.gateway.isAway = true
    expect(await portalReconcile('--date', '2026-06-01')).toEqual({
      code: 1,
      text: 'Payments of 2026-06-01, Pacific/Guam\nReconciliation failed: the gateway is away.\n',
    })
  })
})
