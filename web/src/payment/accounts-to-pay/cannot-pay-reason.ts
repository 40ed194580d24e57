import { checkoutProblems } from '@portal/contract/checkout-problems'
import type { PayableAccount } from '@portal/contract/pay-now'
import { t } from '#ui/text/t.ts'

/** Why an account cannot be paid by card now, or null when it can (C§4 cash-only, R19). */
export function cannotPayReason(account: Pick<PayableAccount, 'isBeingPaid' | 'cashOnlyFlag'>): string | null {
  if (account.isBeingPaid) return t(checkoutProblems['account-being-paid'].title)
  return account.cashOnlyFlag === 'Y'
    ? t('This account is cash only, so you can’t pay it by card. Visit one of our offices, or call customer service.')
    : null
}
