import type { ReportRow } from '@portal/contract/reports'

/** `Visa 1111`: all that is known of the card. */
export function cardOf({ brand, lastFour }: Pick<ReportRow, 'brand' | 'lastFour'>): string {
  return `${brand} ${lastFour}`
}
