import { z } from 'zod'

/** A date without a time, `YYYY-MM-DD`: a bill date, a due date. It belongs to no time zone. */
export const CalendarDate = z.iso.date().brand<'CalendarDate'>()
export type CalendarDate = z.infer<typeof CalendarDate>

/** A moment in time in UTC with milliseconds, `2026-01-31T04:05:06.789Z`. */
export const Instant = z.iso.datetime({ precision: 3 }).brand<'Instant'>()
export type Instant = z.infer<typeof Instant>

/** The instant of a count of milliseconds since 1970 (what a clock gives). */
export function instantOf(epochMilliseconds: number): Instant {
  return Instant.parse(new Date(epochMilliseconds).toISOString())
}

/** Milliseconds since 1970 of an instant. */
export function epochOf(instant: Instant): number {
  return Date.parse(instant)
}

/** The instant so many milliseconds later (earlier when negative). */
export function later(instant: Instant, milliseconds: number): Instant {
  return instantOf(epochOf(instant) + milliseconds)
}

const dayMilliseconds = 86_400_000

/** The calendar date so many days later (earlier when negative). */
export function daysAfter(date: CalendarDate, days: number): CalendarDate {
  return CalendarDate.parse(instantOf(Date.parse(date) + days * dayMilliseconds).slice(0, 10))
}

/** The calendar date it is at that instant in a time zone such as `Pacific/Guam`. */
export function dateIn(timeZone: string, instant: Instant): CalendarDate {
  return CalendarDate.parse(formatsOf(timeZone).date.format(epochOf(instant)))
}

interface Formats {
  date: Intl.DateTimeFormat
  time: Intl.DateTimeFormat
}

/** Making a formatter costs a thousand times what using it does, and a portal has one time zone. */
const formats = new Map<string, Formats>()

function formatsOf(timeZone: string): Formats {
  const known = formats.get(timeZone)
  if (known) return known
  const made = {
    date: new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }),
    time: new Intl.DateTimeFormat('en-US', { timeZone, timeStyle: 'medium' }),
  }
  formats.set(timeZone, made)
  return made
}

/** `2026-01-31` → `01/31/2026` (A§9). */
export function formatDate(date: CalendarDate): string {
  const [year, month, day] = date.split('-')
  return `${month}/${day}/${year}`
}

/** `01/31/2026 2:05:06 PM` in the utility's time zone, for receipts and histories. */
export function formatInstant(timeZone: string, instant: Instant): string {
  const time = formatsOf(timeZone).time.format(epochOf(instant))
  return `${formatDate(dateIn(timeZone, instant))} ${time.replace(/\u202f/g, ' ')}`
}
