import { type Cents, cents, formatCents } from '@portal/contract/money'

/** Formats an amount as `$1,234.56`, a credit as `-$12.00`. */
export function dollars(amount: Cents): string {
  return `${amount < 0 ? '-' : ''}$${formatCents(cents(Math.abs(amount)))}`
}
