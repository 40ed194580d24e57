import { CalendarDate } from '@portal/contract/dates'
import { expect, test } from 'vitest'
import { testDesk } from '../testing/desk.ts'
import { readSummary } from './read-summary.ts'

const desk = testDesk()

/** 9 February in Guam, ten hours ahead of UTC. */
const day = CalendarDate.parse('2026-02-09')
const first = '2026-02-08T14:00:00.000Z'
const last = '2026-02-09T13:59:59.999Z'
const tooEarly = '2026-02-08T13:59:59.999Z'
const tooLate = '2026-02-09T14:00:00.000Z'

/** A charge of $42.50 for one account. */
async function charge(state: string, at: string): Promise<number> {
  const id = await desk.pay()
  await desk.portal.database.pool.query(
    'update charge_attempt set state = $2, sent_at = $3, decided_at = $3 where checkout_id = $1',
    [id, state, at],
  )
  return id
}

let reversals = 0

/** A refund of that charge, or of a second charge for the same payment. */
async function refund(id: number, state: string, at: string, tag?: string): Promise<void> {
  reversals += 1
  await desk.portal.database.pool.query(
    `insert into reversal (checkout_id, attempt_id, transaction_tag, authorization_number, amount_cents, kind, reference,
       reason, requested_by, state, requested_at, decided_at, next_try_at, cause)
     select checkout_id, id, coalesce($2, transaction_tag), 'ET000001', amount_cents, 'refund', $3, 'asked', 'ana', $4,
       $5::timestamptz, $5, $5, 'refund' from charge_attempt where checkout_id = $1`,
    [id, tag, `G${String(reversals).padStart(16, 'Z')}`, state, at],
  )
}

test('a summary counts what was charged, not charged and unclear on its day in the utility’s time zone', async () => {
  for (const at of [tooEarly, first, last, tooLate]) await charge('CHARGED', at)
  for (const state of ['DECLINED', 'NOT_CHARGED', 'UNKNOWN', 'ESCALATED', 'REVERSED']) await charge(state, first)
  expect(await readSummary(desk.portal.deps, day)).toMatchObject({
    taken: [{ mode: 'Online', brand: 'Visa', payments: 3, amount: 12_750 }],
    unpaid: 2,
    unclear: 2,
  })
})

test.each<[string, number, () => Promise<unknown>]>([
  [
    'refunds made on that day',
    2,
    async () => {
      for (const at of [tooEarly, first, last, tooLate]) await refund(await charge('CHARGED', tooEarly), 'DONE', at)
    },
  ],
  [
    'no refund that is not made',
    0,
    async () => {
      for (const state of ['REQUESTED', 'SENT', 'UNKNOWN', 'REFUSED'])
        await refund(await charge('CHARGED', first), state, first)
    },
  ],
  ['a charge that was refunded once', 1, async () => await refund(await charge('REVERSED', first), 'DONE', first)],
  ['a charge that the gateway took back by itself', 1, async () => await charge('REVERSED', first)],
  [
    'one that it took back after refusing to',
    1,
    async () => await refund(await charge('REVERSED', first), 'REFUSED', first),
  ],
  [
    'a charge and a second one for the same payment',
    2,
    async () => await refund(await charge('REVERSED', first), 'DONE', first, '77'),
  ],
  [
    'one that the gateway took back beside another that was refunded',
    2,
    async () => {
      await charge('REVERSED', first)
      await refund(await charge('REVERSED', first), 'DONE', first)
    },
  ],
])('as given back it counts %s', async (_, payments, happens) => {
  await happens()
  expect(await readSummary(desk.portal.deps, day)).toMatchObject({ givenBack: { payments, amount: payments * 4_250 } })
})

test.each([
  [[], null],
  [
    [
      ['2026-02-09', 'differs', 1],
      ['2026-02-09', 'agreed', 2],
    ],
    'agreed',
  ],
  [
    [
      ['2026-02-09', 'agreed', 2],
      ['2026-02-09', 'differs', 3],
      ['2026-02-09', 'unavailable', 4],
    ],
    'differs',
  ],
  [
    [
      ['2026-02-08', 'agreed', 1],
      ['2026-02-10', 'agreed', 2],
    ],
    null,
  ],
])('after the comparisons %j the books of the day are told as %j', async (runs, books) => {
  for (const [of, outcome, hour] of runs) {
    await desk.portal.database.pool.query(
      `insert into reconciliation_run (day, cause, outcome, started_at, finished_at, next_try_at)
       values ($1, 'by hand', $2, $3::timestamptz, $3, $3)`,
      [of, outcome, `2026-02-10T0${hour}:00:00.000Z`],
    )
  }
  expect((await readSummary(desk.portal.deps, day)).books).toBe(books)
})
