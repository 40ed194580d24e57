import { type Instant, dateIn, epochOf, formatDate } from '@portal/contract/dates'

/** `01/31/2026 at 2:05 PM` in the utility's time zone, for the sentences of letters. */
export function momentIn(timeZone: string, instant: Instant): string {
  const time = new Intl.DateTimeFormat('en-US', { timeZone, timeStyle: 'short' }).format(epochOf(instant))
  return `${formatDate(dateIn(timeZone, instant))} at ${time.replaceAll('\u202f', ' ')}`
}
