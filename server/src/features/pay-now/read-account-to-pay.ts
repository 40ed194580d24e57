import type { AccountNumber } from '@portal/contract/ids'
import type { PayableAccount } from '@portal/contract/pay-now'
import type { Deps } from '../../deps.ts'
import { isOpenTo } from '../../foundation/sessions/own-accounts.ts'
import { refuseCommonly } from '../../http/problem.ts'
import { rememberShown } from '../../payments/shown-balances.ts'
import { maskedAccount } from './masked-account.ts'

/**
 * How an account that is open to the session stands now (R19).
 * @throws Refusal when the account is not the caller's, or is gone; BillingSystemDown.
 */
export async function readAccountToPay(
  deps: Deps,
  sessionId: number,
  accountId: AccountNumber,
): Promise<PayableAccount> {
  if (!(await isOpenTo(deps.db, sessionId, accountId))) throw refuseCommonly('not-allowed')
  const account = await maskedAccount(deps, accountId)
  if (!account) throw refuseCommonly('not-found')
  await rememberShown(deps.db, sessionId, [account])
  return account
}
