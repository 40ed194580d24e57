import { parseDecimalCents } from '@portal/contract/money'
import { dollars } from '#account/dollars.ts'

/** An amount of the calls, `1234.50`, as people read it: `$1,234.50` (A§9); nothing for none. */
export function dollarsOf(amount: string | null): string {
  const read = amount === null ? null : parseDecimalCents(amount)
  return read === null ? '' : dollars(read)
}
