import { type Cents, noCents, parseDecimalCents, sumCents } from '@portal/contract/money'

/** An amount as the contract carries it. `send` has checked that it is one, so that the rest is never reached. */
export function centsOf(amount: string): Cents {
  return parseDecimalCents(amount) ?? noCents
}

/** The sum of such amounts. */
export function sumOf(amounts: readonly string[]): Cents {
  return sumCents(amounts.map(centsOf))
}
