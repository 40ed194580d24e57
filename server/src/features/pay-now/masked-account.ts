import type { AccountNumber } from '@portal/contract/ids'
import type { PayableAccount } from '@portal/contract/pay-now'
import { maskAddress } from '@portal/contract/text'
import type { Deps } from '../../deps.ts'
import { accountRows, readPortalPayments } from '../../payments/balances.ts'

/**
 * What a guest sees of an account; undefined when the billing system has none with this number. Unmasked, the service
 * location would reveal on the last step what the masked address has just hidden.
 * @throws BillingSystemDown
 */
export async function maskedAccount(deps: Deps, account: AccountNumber): Promise<PayableAccount | undefined> {
  const [row] = await accountRows(deps, [account], await readPortalPayments(deps, [account]))
  return row && { ...row, serviceLocation: maskAddress(row.serviceLocation) }
}
