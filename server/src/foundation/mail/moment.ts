import { type Instant, dateIn, formatDate } from '@portal/contract/dates'

/** `01/31/2026 at 2:05 PM` in the utility's time zone, for the sentences of letters. */
export function momentIn(timeZone: string, instant: Instant): string {
  const time = new Date(instant).toLocaleTimeString('en-US', { timeZone, timeStyle: 'short' })
  return `${formatDate(dateIn(timeZone, instant))} at ${time.replaceAll('\u202f', ' ')}`
}
