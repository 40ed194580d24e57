import type { AccountNumber } from '@portal/contract/ids'
import { bareNumber } from '@portal/contract/text'
import type { ShownRow } from './use-accounts.ts'

/**
 * The accounts that contain every one of these words, in their number or service location; null when there is no word.
 * Case and accents do not count, nor does anything typed between the digits of a number: `Hagatna` finds Hagåtña.
 */
export function findAccounts(rows: readonly ShownRow[], text: string): ReadonlySet<AccountNumber> | null {
  const words = plain(text).split(/\s+/).filter(Boolean)
  if (words.length === 0) return null
  const digits = bareNumber(text).replaceAll('.', '')
  const number = /^\d+$/.test(digits) ? digits : null
  const isFound = ({ accID, row }: ShownRow): boolean => {
    if (number && accID.includes(number)) return true
    const all = plain(`${accID} ${row?.serviceLocation ?? ''}`)
    return words.every((word) => all.includes(word))
  }
  return new Set(rows.filter(isFound).map(({ accID }) => accID))
}

function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
