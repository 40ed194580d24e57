import { type Cents, cents, formatCents } from '@portal/contract/money'

/** `$1,234.56`; a credit is `-$12.00`. */
export function dollars(amount: Cents): string {
  return `${amount < 0 ? '-' : ''}$${formatCents(cents(Math.abs(amount)))}`
}
