import { type CalendarDate, dateIn } from '@portal/contract/dates'
import type { AccountNumber } from '@portal/contract/ids'
import { noCents } from '@portal/contract/money'
import type { PayableAccount } from '@portal/contract/pay-now'
import type { AccountBalance, BillingAccount } from '../../adapters/billing-system/port.ts'
import type { Deps } from '../../deps.ts'

/** Whether a card payment for this account is still being confirmed (design R19); handed in, payments knows. */
export type IsBeingPaid = (accountId: AccountNumber) => Promise<boolean>

/** What a payer sees of an account before paying (C§3). Without a balance nothing was billed, so nothing is owed. */
export async function payableAccount(
  { clock, profile }: Pick<Deps, 'clock' | 'profile'>,
  isBeingPaid: IsBeingPaid,
  account: BillingAccount,
  owed: AccountBalance | undefined,
): Promise<PayableAccount> {
  const today = dateIn(profile.timeZone, clock.now())
  return {
    accID: account.accountId,
    className: account.customerClass,
    serviceLocation: account.serviceLocation,
    amount: owed?.balance ?? noCents,
    dueDate: owed?.dueDate ?? null,
    isDueDateRed: isDueNow(owed, today),
    arrearsTotal: owed?.arrears ?? noCents,
    isActive: account.isActive,
    cashOnlyFlag: account.isCashOnly ? 'Y' : 'N',
    isBeingPaid: await isBeingPaid(account.accountId),
  }
}

/** `Due Now`: there are arrears, or something is still owed after its due date (A§3). */
function isDueNow(owed: AccountBalance | undefined, today: CalendarDate): boolean {
  if (!owed) return false
  return owed.arrears > 0 || (owed.balance > 0 && owed.dueDate !== null && owed.dueDate < today)
}
