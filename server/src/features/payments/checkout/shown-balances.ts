import type { AccountNumber } from '@portal/contract/ids'
import type { CheckoutRequest } from '@portal/contract/payments'
import { startCheckout } from '@portal/contract/payments'
import type { Deps } from '../../../deps.ts'
import { accountRows } from '../../../foundation/payable-accounts/account-rows.ts'
import { refuse } from '../../../http/problem.ts'
import { portalPaymentsReader } from '../portal-payments.ts'

/** What was found about accounts whose payer was shown what they owe. */
type Shown =
  | { outcome: 'asShown'; newestPaid: ReadonlyMap<AccountNumber, number> }
  /** Not known yet, because a payment for one of them is still under way. */
  | { outcome: 'beingPaid' }

/**
 * Whether the accounts owe what their payer was shown. Another tab, or another person, may have paid them since.
 * @returns the newest payment that this takes into account, for each account that was shown
 * @throws `balance-changed` with what is owed now; BillingSystemDown. Nothing has been charged then.
 */
export async function checkShownBalances(deps: Deps, asked: CheckoutRequest['accounts']): Promise<Shown> {
  const shown = new Map(
    asked.flatMap(({ accountId, amountDue }) => (amountDue === undefined ? [] : [[accountId, amountDue] as const])),
  )
  if (shown.size === 0) return { outcome: 'asShown', newestPaid: new Map() }
  const accounts = [...shown.keys()]
  const known = await portalPaymentsReader(deps)(accounts)
  const rows = await accountRows(deps, accounts, known)
  if (rows.some((row) => row.isBeingPaid)) return { outcome: 'beingPaid' }
  const changed = rows.filter((row) => row.amount !== shown.get(row.accID))
  if (changed.length === 0) {
    return {
      outcome: 'asShown',
      newestPaid: new Map([...known].map(([account, { newestPaid }]) => [account, newestPaid])),
    }
  }
  const balances = changed.map(({ accID, amount }) => ({ accountId: accID, amountDue: amount }))
  throw refuse(startCheckout, 'balance-changed', { balances })
}
