import { type AccountSummaryRow, monthlyCardCap } from '@portal/contract/account-summary'
import type { CardBrand } from '@portal/contract/card'
import { type Cents, cents, noCents, sumCents } from '@portal/contract/money'
import { isPayable } from '@portal/contract/owed'
import { paymentFormTexts } from '@portal/contract/payments'
import { dollars } from '#ui/text/format.ts'
import { t } from '#ui/text/t.ts'

/** A chosen account and the amount to pay on it. */
export interface OrderLine {
  readonly account: Pick<
    AccountSummaryRow,
    'accID' | 'serviceLocation' | 'className' | 'amount' | 'alreadyPaid' | 'dueDate' | 'isActive'
  >
  readonly amount: Cents
}

/** The sum of the amounts to pay (A§5, C§4). */
export function subTotal(lines: readonly OrderLine[]): Cents {
  return sumCents(lines.map((line) => line.amount))
}

/** Why these accounts cannot be paid in one payment, in the wording of A§5; null when they can. */
export function orderError(lines: readonly OrderLine[]): string | null {
  const total = subTotal(lines)
  if (total === 0) return t(paymentFormTexts.nothingChosen)
  if (!isPayable(total)) return t(paymentFormTexts.subTotalRange)
  return lines.some((line) => line.amount <= 0) ? t(paymentFormTexts.amountMissing) : null
}

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
    t('Non-residential accounts can pay up to {monthlyCardCap} a month with {card}.', {
      monthlyCardCap: dollars(monthlyCardCap),
      card,
    }),
    left === 0
      ? t('Account {accID} has reached this limit.', { accID })
      : t('Account {accID} has {left} left this month.', { accID, left: dollars(left) }),
    otherAllows ? t('Consider using Mastercard or {other}.', { other }) : t('Consider using Mastercard.'),
  ].join(' ')
}
