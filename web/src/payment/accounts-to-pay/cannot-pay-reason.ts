import { checkoutProblems } from '@portal/contract/checkout'
import { type PayableAccount, payNowTexts } from '@portal/contract/pay-now'
import { t } from '#ui/text/t.ts'

/** Why an account cannot be paid by card now, or null when it can (C§4 cash-only, R19). */
export function cannotPayReason(account: Pick<PayableAccount, 'isBeingPaid' | 'cashOnlyFlag'>): string | null {
  if (account.isBeingPaid) return t(checkoutProblems['account-being-paid'].title)
  return account.cashOnlyFlag === 'Y' ? t(payNowTexts.cashOnly) : null
}
