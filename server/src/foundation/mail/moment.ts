import { type Instant, formatDate, timeIn, twelveHours } from '@portal/contract/dates'

/** `01/31/2026 at 2:05 PM` in the utility's time zone, for the sentences of letters. */
export function momentIn(timeZone: string, instant: Instant): string {
  const { date, hour, minute } = timeIn(timeZone, instant)
  return `${formatDate(date)} at ${twelveHours(hour, minute)}`
}
