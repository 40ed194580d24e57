import { z } from 'zod'
import { plainDigits } from './text.ts'

/** `YYYY-MM-DD` in no time zone. There is no year 0. */
export const CalendarDate = z.iso
  .date()
  .refine((date) => !date.startsWith('0000'))
  .brand<'CalendarDate'>()
export type CalendarDate = z.infer<typeof CalendarDate>

/** UTC with milliseconds, `2026-01-31T04:05:06.789Z`. */
export const Instant = z.iso.datetime({ precision: 3 }).brand<'Instant'>()
export type Instant = z.infer<typeof Instant>

export function instantOf(epochMilliseconds: number): Instant {
  return Instant.parse(new Date(epochMilliseconds).toISOString())
}

export function epochOf(instant: Instant): number {
  return Date.parse(instant)
}

/** Earlier when negative. */
export function later(instant: Instant, milliseconds: number): Instant {
  return instantOf(epochOf(instant) + milliseconds)
}

const dayMilliseconds = 86_400_000

export function daysAfter(date: CalendarDate, days: number): CalendarDate {
  return CalendarDate.parse(instantOf(Date.parse(date) + days * dayMilliseconds).slice(0, 10))
}

/** `YYYY-MM` */
export function monthOf(date: CalendarDate): string {
  return date.slice(0, 7)
}

/** The same month of the year before, `YYYY-MM`. */
export function yearBefore(month: string): string {
  return `${String(Number(month.slice(0, 4)) - 1).padStart(4, '0')}${month.slice(4)}`
}

export function dateIn(timeZone: string, instant: Instant): CalendarDate {
  return timeIn(timeZone, instant).date
}

interface WallTime {
  date: CalendarDate
  /** Two digits, 00 to 23. */
  hour: string
  minute: string
  second: string
}

/** From parts, because browsers format the dates of a country differently. */
export function timeIn(timeZone: string, instant: Instant): WallTime {
  const parts = new Map(
    partsOf(timeZone)
      .formatToParts(epochOf(instant))
      .map(({ type, value }) => [type, value]),
  )
  const part = (type: Intl.DateTimeFormatPartTypes): string => parts.get(type) ?? ''
  return {
    date: CalendarDate.parse(`${part('year')}-${part('month')}-${part('day')}`),
    hour: part('hour'),
    minute: part('minute'),
    second: part('second'),
  }
}

/** Creating a formatter costs a thousand times as much as using it. */
const formatters = new Map<string, Intl.DateTimeFormat>()

function partsOf(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone)
  if (known) return known
  const two = '2-digit'
  const time = { hour: two, minute: two, second: two, hourCycle: 'h23' } as const
  const made = new Intl.DateTimeFormat('en-US', { timeZone, year: 'numeric', month: two, day: two, ...time })
  formatters.set(timeZone, made)
  return made
}

/** `2026-01-31` → `01/31/2026` (A§9), or as the locale writes it. */
export function formatDate(date: CalendarDate, locale = 'en-US'): string {
  if (locale !== 'en-US') return writtenDate(locale, { timeZone: 'UTC' }).format(Date.parse(date))
  const [year, month, day] = date.split('-')
  return `${month}/${day}/${year}`
}

/** Saturday or Sunday. */
export function isWeekend(date: CalendarDate): boolean {
  return [0, 6].includes(new Date(date).getUTCDay())
}

/** `Friday, 12/04/2026`, for a day that someone waits for. */
export function formatWeekday(date: CalendarDate, locale = 'en-US'): string {
  const weekday = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' }).format(Date.parse(date))
  return `${weekday}, ${formatDate(date, locale)}`
}

/** `January 2026` */
export function formatMonth(date: CalendarDate, locale = 'en-US'): string {
  return new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(Date.parse(date))
}

export type Place = { readonly timeZone: string; readonly locale: string }

/** `01/31/2026 2:05:06 PM` in the utility's time zone. */
export function formatInstant({ timeZone, locale }: Place, instant: Instant): string {
  if (locale !== 'en-US')
    return writtenDate(locale, { timeZone, ...writtenTime, second: '2-digit' }).format(epochOf(instant))
  const { date, hour, minute, second } = timeIn(timeZone, instant)
  return `${formatDate(date)} ${twelveHours(hour, `${minute}:${second}`)}`
}

const writtenTime = { hour: 'numeric', minute: '2-digit' } as const

function writtenDate(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(locale, { year: 'numeric', month: '2-digit', day: '2-digit', ...options })
}

export function twelveHours(hour: string, rest: string): string {
  const count = Number(hour)
  return `${count % 12 || 12}:${rest} ${count < 12 ? 'AM' : 'PM'}`
}

/** A§5, partly ours. */
export const typedDateTexts = {
  from: 'From date',
  to: 'To date',
  /** A§5 requires that reports accept it. */
  pattern: 'MM/DD/YYYY',
  date: 'Please enter a date as MM/DD/YYYY.',
  noSuchDate: 'That date doesn’t exist. Please enter it as MM/DD/YYYY.',
  reversedDates: 'Please choose a From date before the To date.',
} as const

export const dateRanges = {
  today: 'Today',
  yesterday: 'Yesterday',
  thisMonth: 'This month',
  lastMonth: 'Last month',
} as const
export type DateRange = keyof typeof dateRanges

/** `MM/DD/YYYY` (A§5), read as a calendar date; empty for none. */
export const TypedDate = z
  .string()
  .overwrite(plainDigits)
  .trim()
  .transform((typed, context) => {
    if (typed === '') return undefined
    const [isDate, month, day, year] = /^(\d{1,2})\/(\d{1,2})\/(?!0000)(\d{4})$/.exec(typed) ?? []
    const date = CalendarDate.safeParse(`${year}-${month?.padStart(2, '0')}-${day?.padStart(2, '0')}`)
    if (date.success) return date.data
    context.addIssue(isDate ? typedDateTexts.noSuchDate : typedDateTexts.date)
    return z.NEVER
  })
  .optional()
