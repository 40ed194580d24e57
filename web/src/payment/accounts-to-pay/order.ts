import type { AccountSummaryRow } from '@portal/contract/account-summary'
import type { CardBrand } from '@portal/contract/card'
import { type Cents, cents, noCents, sumCents } from '@portal/contract/money'
import { isPayable } from '@portal/contract/owed'
import { paymentFormTexts } from '@portal/contract/payments'
import type { UtilityProfile } from '@portal/contract/utility'
import { dollars } from '#ui/text/format.ts'
import { anyInWords, t } from '#ui/text/t.ts'

/** A chosen account and the amount to pay on it. */
export interface OrderLine {
  readonly account: Pick<
    AccountSummaryRow,
    | 'accID'
    | 'serviceLocation'
    | 'className'
    | 'amount'
    | 'alreadyPaid'
    | 'dueDate'
    | 'isActive'
    | 'pendingPayment'
    | 'isBankBlocked'
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

function isCapped(brand: CardBrand): brand is CappedBrand {
  return capped.some((each) => each === brand)
}

/**
 * Notes about the monthly maximum of non-residential accounts with Visa and with Discover: one for each account whose
 * payment exceeds what is left of it this month, with the cards to use instead. Informs only, never enforced (A§5,
 * C§5).
 */
export function monthlyCapNotes(
  lines: readonly OrderLine[],
  brand: CardBrand | null,
  { monthlyCardCap, cardBrands }: Pick<UtilityProfile, 'monthlyCardCap' | 'cardBrands'>,
): string[] {
  if (brand === null || !isCapped(brand) || monthlyCardCap === undefined) return []
  const cap = cents(monthlyCardCap)
  return lines
    .filter((line) => line.account.className !== 'RESID' && line.amount > allowance(line, brand, cap))
    .map((line) => note(line, brand, { cap, cardBrands }))
}

function allowance({ account }: OrderLine, card: CappedBrand, cap: Cents): Cents {
  const left = cents(cap - account.alreadyPaid[card])
  return left > 0 ? left : noCents
}

interface Limits {
  readonly cap: Cents
  readonly cardBrands: readonly CardBrand[]
}

function note(line: OrderLine, card: CappedBrand, { cap, cardBrands }: Limits): string {
  const isAllowed = (brand: CappedBrand): boolean => line.amount <= allowance(line, brand, cap)
  const [free, other] = [cardBrands.filter((brand) => !isCapped(brand)), cardBrands.filter(isCapped)]
  const others = [...free, ...other.filter((brand) => brand !== card && isAllowed(brand))]
  const left = allowance(line, card, cap)
  const { accID } = line.account
  return [
    t('Non-residential accounts can pay up to {cap} a month with {card}.', { cap: dollars(cap), card }),
    left === 0
      ? t('Account {accID} has reached this limit.', { accID })
      : t('Account {accID} has {left} left this month.', { accID, left: dollars(left) }),
    ...(others.length > 0 ? [t('Consider using {others}.', { others: anyInWords(others) })] : []),
  ].join(' ')
}
