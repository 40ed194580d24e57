import type { AccountNumber } from '@portal/contract/ids'
import { startCheckout } from '@portal/contract/payments'
import type { Deps } from '../../../deps.ts'
import { refuse } from '../../../http/problem.ts'
import { portalPaymentsReader } from '../portal-payments.ts'
import type { Begun } from '../store.ts'
import { aboutSome } from './payable-items.ts'
import { type AskedAccounts, checkShownBalances } from './shown-balances.ts'

/**
 * Refuses a payment whose accounts owe something else than their payer knows, or are being paid.
 * @returns the newest payment that this takes into account, for each account
 * @throws `balance-changed` or `account-being-paid`; BillingSystemDown
 */
export async function checkBalances(deps: Deps, asked: AskedAccounts): Promise<ReadonlyMap<AccountNumber, number>> {
  const shown = await checkShownBalances(deps, asked)
  if (shown.outcome === 'beingPaid') throw await beingPaid(deps, asked)
  return shown.newestPaid
}

/** The refusal while another payment of some of the accounts is under way. */
async function beingPaid(deps: Deps, accounts: AskedAccounts): Promise<Error> {
  const known = await portalPaymentsReader(deps)(accounts.map(({ accountId }) => accountId))
  const held = [...known].filter(([, { isBeingPaid }]) => isBeingPaid).map(([account]) => account)
  return refuse(startCheckout, 'account-being-paid', aboutSome(held, accounts))
}

/**
 * Refuses a payment that did not begin because, after it was checked, others paid its accounts or began to.
 * @throws `balance-changed` or `account-being-paid`
 */
export async function refuseOvertaken(
  deps: Deps,
  asked: AskedAccounts,
  why: Extract<Begun['outcome'], 'paidMeanwhile' | 'accountHeld'>,
): Promise<never> {
  if (why === 'paidMeanwhile') await checkShownBalances(deps, asked)
  throw await beingPaid(deps, asked)
}
