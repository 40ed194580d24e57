import type { AccountNumber } from '@portal/contract/ids'
import type { Cents } from '@portal/contract/money'
import { startCheckout } from '@portal/contract/payments'
import type { Deps } from '../../../deps.ts'
import { accountRows } from '../../../foundation/payable-accounts/account-rows.ts'
import type { KnownToPayer } from '../../../foundation/payable-accounts/shown-balances.ts'
import { refuse } from '../../../http/problem.ts'
import { portalPaymentsReader } from '../portal-payments.ts'

/** The accounts of a payment. */
export type AskedAccounts = readonly {
  accountId: AccountNumber
  /** What the payer was shown as owed, when the client says it. */
  amountDue?: Cents | undefined
  known: KnownToPayer
}[]

/** What was found about the accounts of a payment. */
type Shown =
  | { outcome: 'asShown'; newestPaid: ReadonlyMap<AccountNumber, number> }
  /** Not known yet, because a payment for one of them is still under way. */
  | { outcome: 'beingPaid' }

/**
 * Whether the accounts owe what their payer knows, whoever asks and however (docs/decisions/021): what the client says,
 * or else what the session was last shown. Another tab, or another person, may have paid them since.
 * @returns the newest payment that this takes into account, for each account
 * @throws `balance-changed` with what is owed now; BillingSystemDown. Nothing has been charged then.
 */
export async function checkShownBalances(deps: Deps, asked: AskedAccounts): Promise<Shown> {
  const accounts = asked.map(({ accountId }) => accountId)
  const portal = await portalPaymentsReader(deps)(accounts)
  const rows = await accountRows(deps, accounts, portal)
  if (rows.some((row) => row.isBeingPaid)) return { outcome: 'beingPaid' }
  const changed = rows.filter((row) =>
    asked.some((one) => one.accountId === row.accID && hasChanged(one, row.amount, newestOf(portal, row.accID))),
  )
  if (changed.length === 0) {
    return { outcome: 'asShown', newestPaid: new Map(accounts.map((account) => [account, newestOf(portal, account)])) }
  }
  const balances = changed.map(({ accID, amount }) => ({ accountId: accID, amountDue: amount }))
  throw refuse(startCheckout, 'balance-changed', { balances })
}

function newestOf(portal: ReadonlyMap<AccountNumber, { newestPaid: number }>, account: AccountNumber): number {
  return portal.get(account)?.newestPaid ?? 0
}

/** A payer who says what is owed now knows it, whatever was paid before. */
function hasChanged({ amountDue, known }: AskedAccounts[number], amount: Cents, newestPaid: number): boolean {
  if (amountDue !== undefined) return amount !== amountDue
  return newestPaid > known.newestPaid || (known.amountDue !== null && amount !== known.amountDue)
}
