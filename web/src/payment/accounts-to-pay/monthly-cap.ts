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
  const rest = left === 0 ? 'nothing of it is left this month' : `${dollars(left)} of it is left this month`
  return (
    `Account ${line.account.accID} is non-residential: with ${card} there is a monthly maximum of ` +
    `${dollars(monthlyCardCap)}, and ${rest}. Please consider ${otherAllows ? `Mastercard or ${other}` : 'Mastercard'}.`
  )
}
