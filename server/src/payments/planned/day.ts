import { type CalendarDate, type Instant, dateIn, timeIn } from '@portal/contract/dates'
import type { Cents } from '@portal/contract/money'
import { type RawBuilder, sql } from 'kysely'
import type { Engine } from '../engine.ts'
import type { PlannedCard, PlannedCharge } from './charge.ts'
import { daysOfNotice, placeInDay } from './rules.ts'

/** To know the day, and what is recorded. */
export type Days = Pick<Engine, 'db' | 'clock' | 'profile'>

/** Of the utility, not of the server. */
export function today(engine: Days): CalendarDate {
  return dateIn(engine.profile.timeZone, engine.clock.now())
}

/** When charges and notices of that day may leave. */
export function openingOf(engine: Engine, day: CalendarDate): RawBuilder<Instant> {
  const { timeZone, autoPay } = engine.profile
  return sql`((${day}::date + make_interval(hours => ${autoPay.hours.from}::integer)) at time zone ${timeZone}::text)`
}

export function placeInDayNow(engine: Engine): ReturnType<typeof placeInDay> {
  const { timeZone, autoPay } = engine.profile
  return placeInDay(timeIn(timeZone, engine.clock.now()), autoPay.hours)
}

/** Milliseconds after which to see whether the email of a notice has left. */
export const noticeWait = 30_000

type Noticed = Pick<PlannedCharge, 'of' | 'noticeKey'> & { card: Pick<PlannedCard, 'funding'> }

/** Days between the notice and the charge. A payment that the customer has set needs none, unless it is late. */
export function leadOf({ profile }: Days, { of, noticeKey, card }: Noticed, amount: Cents): number {
  if (of.kind === 'schedule') return noticeKey === null ? 1 : 0
  return daysOfNotice({ funding: card.funding, amount, range: of.range }, profile.autoPay.noticeDays)
}
