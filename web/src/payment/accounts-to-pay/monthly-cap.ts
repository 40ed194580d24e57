import { monthlyCardCap } from '@portal/contract/account-summary'
import type { CardBrand } from '@portal/contract/card'
import { type Cents, cents, noCents } from '@portal/contract/money'
import { dollars } from '#account/dollars.ts'
import type { OrderLine } from './order.ts'

const capped = ['Visa', 'Discover'] as const
type CappedBrand = (typeof capped)[number]

/**
 * Notes about the monthly maximum of non-residential accounts with Visa and with Discover: one for each account whose
 * payment exceeds what is left of it this month, with the cards to use instead. Informs only, never enforced (A§5,
 * C§5).
 */
export function monthlyCapNotes(lines: readonly OrderLine[], brand: CardBrand | null): string[] {
  const card = capped.find((name) => name === brand)
  if (!card) return []
  return lines
    .filter((line) => line.account.className !== 'RESID' && line.amount > allowance(line, card))
    .map((line) => note(line, card))
}

function allowance({ account }: OrderLine, card: CappedBrand): Cents {
  const left = cents(monthlyCardCap - account.alreadyPaid[card])
  return left > 0 ? left : noCents
}

function note(line: OrderLine, card: CappedBrand): string {
  const other = card === 'Visa' ? 'Discover' : 'Visa'
  const otherAllows = line.amount <= allowance(line, other)
  const left = allowance(line, card)
  const { accID } = line.account
  return [
    `Non-residential accounts can pay up to ${dollars(monthlyCardCap)} a month with ${card}.`,
    left === 0 ? `Account ${accID} has reached this limit.` : `Account ${accID} has ${dollars(left)} left this month.`,
    otherAllows ? `Consider using Mastercard or ${other}.` : 'Consider using Mastercard.',
  ].join(' ')
}
