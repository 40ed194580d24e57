import type { AccountSummaryRow } from '@portal/contract/account-summary'
import type { AccountNumber } from '@portal/contract/ids'
import type { RawBuilder } from 'kysely'
import type { Deps } from '../../deps.ts'

/** What only payments know of what there is to tell. */
export interface Sources {
  /** Payments on their way counted. Accounts that are gone are left out. @throws BillingSystemDown */
  accountsNow(
    deps: Pick<Deps, 'db' | 'billing' | 'clock' | 'profile'>,
    accounts: readonly AccountNumber[],
  ): Promise<AccountSummaryRow[]>
  causes: readonly Cause[]
}

/** Something of ours that a message is about. Its SQL is on the row `asked`, whose `subject` is the number in the cause. */
export interface Cause {
  /** What the cause begins with; the number follows, and what tells two of them apart. */
  prefix: string
  /** Whether what it says still stands. */
  isTrue: RawBuilder<unknown>
  /** Whether an email that is always sent has gone to the same address about it. */
  hasOther?: RawBuilder<unknown>
}
