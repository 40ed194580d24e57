import { parseDecimalCents } from '@portal/contract/money'
import { dollars } from '#account/dollars.ts'

/** Formats an amount of the calls, such as `1234.50`, as `$1,234.50` (A§9); null becomes an empty text. */
export function dollarsOf(amount: string | null): string {
  const read = amount === null ? null : parseDecimalCents(amount)
  return read === null ? '' : dollars(read)
}
