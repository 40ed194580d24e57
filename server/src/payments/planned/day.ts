import { type CalendarDate, type Instant, dateIn, timeIn } from '@portal/contract/dates'
import { type RawBuilder, sql } from 'kysely'
import type { AutopayParts, DayParts } from './partners.ts'
import { placeInDay } from './rules.ts'

/** Of the utility, not of the server. */
export function today({ deps }: DayParts): CalendarDate {
  return dateIn(deps.profile.timeZone, deps.clock.now())
}

/** When charges and notices of that day may leave. */
export function openingOf({ deps }: AutopayParts, day: CalendarDate): RawBuilder<Instant> {
  const { timeZone, autoPay } = deps.profile
  return sql`((${day}::date + make_interval(hours => ${autoPay.hours.from}::integer)) at time zone ${timeZone}::text)`
}

export function placeInDayNow({ deps }: AutopayParts): ReturnType<typeof placeInDay> {
  const { timeZone, autoPay } = deps.profile
  return placeInDay(timeIn(timeZone, deps.clock.now()), autoPay.hours)
}
