import { epochOf, type Instant } from '@portal/contract/dates'
import type { UtilityProfile } from '@portal/contract/utility'

/** `GWA-Bill-2026-11-21-153005.pdf`: the bill's file carries the time it was made, where the utility is (C§9). */
export function billFileName({ shortName, timeZone }: UtilityProfile, now: Instant): string {
  // The Swedish way of writing a time is the international one.
  const time = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  const stamp = time.format(epochOf(now)).replace(' ', '-').replaceAll(':', '')
  return `${shortName}-Bill-${stamp}.pdf`
}
