import type { AccountSummaryRow } from '@portal/contract/account-summary'
import { type Cents, sumCents } from '@portal/contract/money'
import { paymentFormTexts } from '@portal/contract/payment-form'
import { largestPayment, smallestPayment } from '@portal/contract/payments'

/** An account that was chosen, and how much of it is to be paid. */
export interface OrderLine {
  readonly account: Pick<AccountSummaryRow, 'accID' | 'serviceLocation' | 'className' | 'amount' | 'alreadyPaid'>
  readonly amount: Cents
}

/** The sum of what is to be paid (A§5, C§4). */
export function subTotal(lines: readonly OrderLine[]): Cents {
  return sumCents(lines.map((line) => line.amount))
}

/** Why these accounts cannot be paid in one payment, in the words of A§5; null when they can. */
export function orderError(lines: readonly OrderLine[]): string | null {
  const total = subTotal(lines)
  if (total === 0) return paymentFormTexts.nothingChosen
  if (total < smallestPayment || total > largestPayment) return paymentFormTexts.subTotalRange
  return lines.some((line) => line.amount <= 0) ? paymentFormTexts.amountMissing : null
}
