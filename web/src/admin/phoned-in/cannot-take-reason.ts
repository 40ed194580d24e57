import type { PhonedInAccount } from '@portal/contract/phoned-in'
import { phonedInTexts } from '@portal/contract/phoned-in-texts'

/** Why no payment can be taken for an account by phone now, worded for the clerk; null when one can (C§4, R11, R19). */
export function cannotTakeReason(account: Pick<PhonedInAccount, 'isBeingPaid' | 'cashOnlyFlag'>): string | null {
  if (account.isBeingPaid) return phonedInTexts.beingPaid
  return account.cashOnlyFlag === 'Y' ? phonedInTexts.cashOnly : null
}
