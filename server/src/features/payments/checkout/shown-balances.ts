import type { CheckoutRequest } from '@portal/contract/payments'
import { startCheckout } from '@portal/contract/payments'
import type { Deps } from '../../../deps.ts'
import { accountRows } from '../../../foundation/payable-accounts/account-rows.ts'
import { refuse } from '../../../http/problem.ts'
import { portalPaymentsReader } from '../portal-payments.ts'

/**
 * Whether the accounts owe what their payer was shown. Another tab, or another person, may have paid them since.
 * @returns `beingPaid` when that cannot be told, because a payment for one of them is still under way
 * @throws `balance-changed` with what is owed now; BillingSystemDown. Nothing has been charged then.
 */
export async function checkShownBalances(
  deps: Deps,
  asked: CheckoutRequest['accounts'],
): Promise<'asShown' | 'beingPaid'> {
  const shown = new Map(
    asked.flatMap(({ accountId, amountDue }) => (amountDue === undefined ? [] : [[accountId, amountDue] as const])),
  )
  if (shown.size === 0) return 'asShown'
  const accounts = [...shown.keys()]
  const rows = await accountRows(deps, accounts, await portalPaymentsReader(deps)(accounts))
  if (rows.some((row) => row.isBeingPaid)) return 'beingPaid'
  const changed = rows.filter((row) => row.amount !== shown.get(row.accID))
  if (changed.length === 0) return 'asShown'
  const balances = changed.map(({ accID, amount }) => ({ accountId: accID, amountDue: amount }))
  throw refuse(startCheckout, 'balance-changed', { balances })
}
