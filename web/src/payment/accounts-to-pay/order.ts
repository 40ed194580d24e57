import type { AccountSummaryRow } from '@portal/contract/account-summary'
import { type Cents, sumCents } from '@portal/contract/money'
import { paymentFormTexts } from '@portal/contract/payment-form'
import { largestPayment, smallestPayment } from '@portal/contract/payments'

/** A chosen account and the amount to pay on it. */
export interface OrderLine {
  readonly account: Pick<AccountSummaryRow, 'accID' | 'serviceLocation' | 'className' | 'amount' | 'alreadyPaid'>
  readonly amount: Cents
}

/** The sum of the amounts to pay (A§5, C§4). */
export function subTotal(lines: readonly OrderLine[]): Cents {
  return sumCents(lines.map((line) => line.amount))
}

/** Why these accounts cannot be paid in one payment, in the wording of A§5; null when they can. */
export function orderError(lines: readonly OrderLine[]): string | null {
  const total = subTotal(lines)
  if (total === 0) return paymentFormTexts.nothingChosen
  if (total < smallestPayment || total > largestPayment) return paymentFormTexts.subTotalRange
  return lines.some((line) => line.amount <= 0) ? paymentFormTexts.amountMissing : null
}
