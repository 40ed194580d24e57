import { type Cents, noCents, parseDecimalCents, sumCents } from '@portal/contract/money'

/** Parses an amount of the contract. `send` has already checked it, so the fallback is never used. */
export function centsOf(amount: string): Cents {
  return parseDecimalCents(amount) ?? noCents
}

/** Adds up amounts of the contract. */
export function sumOf(amounts: readonly string[]): Cents {
  return sumCents(amounts.map(centsOf))
}
