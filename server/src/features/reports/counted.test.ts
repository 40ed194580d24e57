import { CalendarDate, Instant, dateIn, later } from '@portal/contract/dates'
import { type Cents, cents, noCents, sumCents } from '@portal/contract/money'
import { paymentMakers } from '@portal/contract/reports'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { testClock } from '../../testing/clock.ts'
import type { Wanted } from './filter.ts'
import { type Totals, readTotals } from './payment-counts.ts'
import { testReports } from './testing/reports.ts'

const reports = testReports()

/**
 * Guam is ten hours ahead of UTC, Adelaide half an hour more, Kathmandu five and three quarters, St. John's three and a
 * half behind.
 */
const timeZones = ['Pacific/Guam', 'Australia/Adelaide', 'Asia/Kathmandu', 'America/St_Johns', 'UTC'] as const

/** A payment as the test remembers it. */
interface Known {
  id: number
  at: Instant
  mode: 'Online' | 'Phoned-In'
  brand: 'Visa' | 'Discover'
  madeBy: 'person' | 'autoPay' | 'schedule'
  amount: Cents
  isPaid: boolean
}

const payment = fc.record({
  what: fc.constant('pay' as const),
  mode: fc.constantFrom('Online' as const, 'Phoned-In' as const),
  brand: fc.constantFrom('Visa' as const, 'Discover' as const),
  madeBy: fc.constantFrom('person' as const, 'autoPay' as const, 'schedule' as const),
  amount: fc.integer({ min: 100, max: 9_999_999 }).map(cents),
  isPaid: fc.boolean(),
})
/** Any earlier payment is given back, or the hours that are over are summed. */
const giveBack = fc.record({ what: fc.constant('give back' as const), nth: fc.nat() })
const sum = fc.record({ what: fc.constant('sum' as const) })
const story = fc.array(
  fc.record({
    minutesLater: fc.oneof(fc.nat({ max: 120 }), fc.nat({ max: 30 * 60 })),
    step: fc.oneof({ arbitrary: payment, weight: 4 }, { arbitrary: sum, weight: 2 }, giveBack),
  }),
  { minLength: 8, maxLength: 24 },
)
type Step = (typeof story extends fc.Arbitrary<infer Steps extends readonly unknown[]> ? Steps : never)[number]

const day = fc.integer({ min: 1, max: 14 }).map((nth) => CalendarDate.parse(`2026-02-${String(nth).padStart(2, '0')}`))
const asked = fc
  .record({
    days: fc.tuple(fc.option(day, { nil: undefined }), fc.option(day, { nil: undefined })),
    timeZone: fc.constantFrom(...timeZones),
    mode: fc.constantFrom(undefined, 'Online' as const, 'Phoned-In' as const),
    brand: fc.constantFrom(undefined, 'visa', 'Discover'),
    maker: fc.constantFrom(undefined, ...paymentMakers),
    /** Read as of the payment that is so many back. */
    back: fc.oneof(fc.constant(0), fc.nat({ max: 6 })),
  })
  .filter(({ days: [first, last] }) => !first || !last || first <= last)

test('what is summed, opened again and not summed yet adds up to the payments of the days asked for', async () => {
  await fc.assert(
    fc.asyncProperty(story, fc.array(asked, { minLength: 12, maxLength: 12 }), async (steps, questions) => {
      await reports.clear()
      const known = await live(steps)
      for (const { days, timeZone, mode, brand, maker, back } of questions) {
        const asOf = known.at(-1 - back)?.id ?? 0
        const [pay_date_start, pay_date_end] = days
        const filter = { ...nothing, pay_date_start, pay_date_end, mode, credit_card: brand, made_by: maker }
        const wanted: Wanted = { filter, timeZone, asOf }
        const totals = await readTotals(reports.portal.database.db, wanted)
        expect({ wanted, totals }).toEqual({ wanted, totals: addedUp(known.filter((one) => isWanted(one, wanted))) })
      }
    }),
    { numRuns: 20 },
  )
})

const nothing = {
  method: undefined,
  receipt: undefined,
  username: undefined,
  accountId: undefined,
  auth_no: undefined,
  amount: undefined,
}

/** Lets it happen in the database, from February 1 on. @returns every payment as it stands afterwards */
async function live(steps: readonly Step[]): Promise<Known[]> {
  const known: Known[] = []
  let now = Instant.parse('2026-02-01T00:00:00.000Z')
  for (const { minutesLater, step } of steps) {
    now = later(now, minutesLater * 60_000)
    if (step.what === 'sum') await reports.sumHours(testClock(now))
    if (step.what === 'pay') {
      const { what: _, isPaid, ...rest } = step
      const id = await reports.add({ ...rest, at: now, state: isPaid ? 'CHARGED' : 'DECLINED' })
      known.push({ ...rest, isPaid, id, at: now })
    }
    const one = step.what === 'give back' && known[step.nth % known.length]
    if (one && one.isPaid) {
      await reports.portal.database.pool.query("update charge_attempt set state = 'REVERSED' where checkout_id = $1", [
        one.id,
      ])
      one.isPaid = false
    }
  }
  return known
}

const makers = { Customer: 'person', AutoPay: 'autoPay', Scheduled: 'schedule' } as const

function isWanted({ id, at, mode, brand, madeBy }: Known, { filter, timeZone, asOf }: Wanted): boolean {
  const date = dateIn(timeZone, at)
  return (
    id <= asOf &&
    (!filter.pay_date_start || date >= filter.pay_date_start) &&
    (!filter.pay_date_end || date <= filter.pay_date_end) &&
    (!filter.mode || mode === filter.mode) &&
    (!filter.made_by || makers[filter.made_by] === madeBy) &&
    (filter.made_by !== 'Customer' || mode === 'Online') &&
    (!filter.credit_card || brand.toLowerCase() === filter.credit_card.toLowerCase())
  )
}

function addedUp(payments: readonly Known[]): Totals {
  const paid = (mode: Known['mode']): { payments: number; amount: Cents } => {
    const those = payments.filter((one) => one.mode === mode && one.isPaid)
    return { payments: those.length, amount: sumCents(those.map(({ amount }) => amount)) }
  }
  const processing = { payments: 0, amount: noCents }
  return { payments: payments.length, processing, paid: { Online: paid('Online'), 'Phoned-In': paid('Phoned-In') } }
}
