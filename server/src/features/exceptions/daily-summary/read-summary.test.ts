import { CalendarDate } from '@portal/contract/dates'
import { afterEach, expect, test } from 'vitest'
import { testDesk } from '../testing/desk.ts'
import { readSummary } from './read-summary.ts'
import { recordedPayments } from './testing/recorded-payments.ts'

const desk = testDesk()

/** 9 February in Guam, ten hours ahead of UTC. */
const day = CalendarDate.parse('2026-02-09')
const first = '2026-02-08T14:00:00.000Z'
const last = '2026-02-09T13:59:59.999Z'
const tooEarly = '2026-02-08T13:59:59.999Z'
const tooLate = '2026-02-09T14:00:00.000Z'

const { charge, become, giveBack: reversal, refund } = recordedPayments(() => desk.portal.database.pool)

/** The database enters what happens when it happens: just what a look at everything finds afterwards. */
afterEach(expectEntriesToBeTheMoves)

async function expectEntriesToBeTheMoves(): Promise<void> {
  const columns = 'ledger_entry_id, reversal_id, attempt_id, kind, mode, brand, amount_cents, belongs_at, known_at'
  const { rows } = await desk.portal.database.pool.query(
    `(select ${columns} from finance_move except all select ${columns} from finance_entry)
     union all (select ${columns} from finance_entry except all select ${columns} from finance_move)`,
  )
  expect(rows).toEqual([])
}

test('a summary counts what was charged, not charged and unclear on its day in the utility’s time zone', async () => {
  for (const at of [tooEarly, first, last, tooLate]) await charge('CHARGED', at)
  for (const state of ['DECLINED', 'NOT_CHARGED', 'UNKNOWN', 'ESCALATED', 'REVERSED'] as const)
    await charge(state, first)
  expect(await readSummary(desk.portal.deps, day)).toMatchObject({
    isMailed: false,
    taken: [{ mode: 'Online', brand: 'Visa', count: 3, amount: 12_750 }],
    unpaid: 2,
    unclear: 2,
  })
})

test.each<[string, number, () => Promise<unknown>]>([
  [
    'refunds made on that day',
    2,
    async () => {
      for (const at of [tooEarly, first, last, tooLate]) await refund(await charge('CHARGED', tooEarly), at)
    },
  ],
  [
    'no refund that is not made',
    0,
    async () => {
      for (const state of ['REQUESTED', 'SENT', 'UNKNOWN', 'REFUSED'])
        await reversal(await charge('CHARGED', first), 'refund', state, first)
    },
  ],
  ['a charge that was refunded once', 1, async () => await refund(await charge('CHARGED', first), first)],
  ['a charge that the gateway took back by itself', 1, async () => await charge('REVERSED', first)],
  [
    'one that it took back after refusing to',
    1,
    async () => {
      const id = await charge('UNKNOWN', first)
      await reversal(id, 'lateCharge', 'REFUSED', first)
      await become(id, 'REVERSED', first)
    },
  ],
  [
    'one that it gave back when asked again',
    1,
    async () => {
      const id = await charge('NOT_CHARGED', first)
      for (const state of ['REFUSED', 'DONE']) await reversal(id, 'lateCharge', state, first)
      await become(id, 'REVERSED', first)
    },
  ],
  [
    'a charge and a second one for the same payment',
    2,
    async () => {
      const id = await charge('CHARGED', first)
      await reversal(id, 'secondCharge', 'DONE', first, '77')
      await refund(id, first)
    },
  ],
  [
    'one that the gateway took back beside another that was refunded',
    2,
    async () => {
      await charge('REVERSED', first)
      await refund(await charge('CHARGED', first), first)
    },
  ],
])('as given back it counts %s', async (_, count, happens) => {
  await happens()
  const { ofDay } = await readSummary(desk.portal.deps, day)
  expect(ofDay.givenBack).toEqual({ count, amount: count * 4_250 })
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
