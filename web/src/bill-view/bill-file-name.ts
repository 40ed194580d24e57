import { epochOf, type Instant } from '@portal/contract/dates'
import type { UtilityProfile } from '@portal/contract/utility'

/**
 * The name of a bill's file, such as `GWA-Bill-2026-11-21-153005.pdf`, with the time in the utility's time zone (C§9).
 */
export function billFileName({ shortName, timeZone }: UtilityProfile, now: Instant): string {
  // The Swedish format is `2026-11-21 15:30:05`.
  const time = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  const stamp = time.format(epochOf(now)).replace(' ', '-').replaceAll(':', '')
  return `${shortName}-Bill-${stamp}.pdf`
}
