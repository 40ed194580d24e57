import { truncate } from '@portal/contract/text'
import type { ShownRow } from './use-accounts.ts'

/** Labels in lists of accounts are truncated to this many characters (C§2.5, C§9). */
const longestLabel = 42

/** An account as an option of a select. */
export function accountOption({ accID, row }: ShownRow): { value: string; label: string } {
  return { value: accID, label: truncate(row ? `${accID} – ${row.serviceLocation}` : accID, longestLabel) }
}
