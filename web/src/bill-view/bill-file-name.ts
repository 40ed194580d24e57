import { type Instant, timeIn } from '@portal/contract/dates'
import type { UtilityProfile } from '@portal/contract/utility'

/**
 * The name of a bill's file, such as `GWA-Bill-2026-11-21-153005.pdf`, with the time in the utility's time zone (C§9).
 */
export function billFileName({ shortName, timeZone }: UtilityProfile, now: Instant): string {
  const { date, hour, minute, second } = timeIn(timeZone, now)
  return `${shortName}-Bill-${date}-${hour}${minute}${second}.pdf`
}
