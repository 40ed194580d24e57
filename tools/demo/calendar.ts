import { CalendarDate } from '@portal/contract/dates'

/** Months count from January 2000, which is 0. */
export function monthOf(date: CalendarDate): number {
  const [year, month] = date.split('-').map(Number)
  return ((year ?? 2000) - 2000) * 12 + (month ?? 1) - 1
}

/** Days beyond either end of a month continue in the next one or the one before. */
export function dateOf(month: number, day: number, days = 0): CalendarDate {
  const known = `${month}/${day + days}`
  const date = dates.get(known) ?? textOf(Date.UTC(2000, month, day + days))
  if (dates.size < 100_000) dates.set(known, date)
  return date
}

/** A few thousand dates occur on millions of bills. */
const dates = new Map<string, CalendarDate>()

export function daysBetween(from: CalendarDate, to: CalendarDate): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)
}

/** 0 is January. */
export function monthOfYear(month: number): number {
  return ((month % 12) + 12) % 12
}

function textOf(epoch: number): CalendarDate {
  return CalendarDate.parse(new Date(epoch).toISOString().slice(0, 10))
}
