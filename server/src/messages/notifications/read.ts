import type { AccountSummaryRow } from '@portal/contract/account-summary'
import { dateIn, daysAfter } from '@portal/contract/dates'
import type { AccountNumber } from '@portal/contract/ids'
import type { Deps } from '../../deps.ts'
import { type Occasion, occasionsOf, occasionsOfPayments, paymentWindow } from './rules.ts'
import type { Sources } from './sources.ts'

/** An account as it is now, and what there is to tell of it from the billing system. */
export interface AccountNow {
  row: AccountSummaryRow
  occasions: Occasion[]
}

/** Accounts that are gone are left out. @throws BillingSystemDown */
export async function readOccasions(
  deps: Pick<Deps, 'db' | 'billing' | 'clock' | 'profile'> & { sources: Sources },
  accounts: readonly AccountNumber[],
): Promise<ReadonlyMap<AccountNumber, AccountNow>> {
  const { billing, clock, profile } = deps
  const today = dateIn(profile.timeZone, clock.now())
  const [rows, payments] = await Promise.all([
    deps.sources.accountsNow(deps, accounts),
    billing.paidOtherwise(accounts, daysAfter(today, -paymentWindow)),
  ])
  const paid = Map.groupBy(payments, ({ accountId }) => accountId)
  return new Map(
    rows.map((row) => {
      const occasions = occasionsOf(row, today, profile.notifications)
      return [row.accID, { row, occasions: [...occasions, ...occasionsOfPayments(paid.get(row.accID) ?? [], today)] }]
    }),
  )
}
