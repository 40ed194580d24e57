import type { ReportRow } from '@portal/contract/reports'

/** Formats the card as `Visa 1111`, which is all that is stored of it. */
export function cardOf({ brand, lastFour }: Pick<ReportRow, 'brand' | 'lastFour'>): string {
  return `${brand} ${lastFour}`
}
