import { type CheckoutRequest, startCheckout } from '@portal/contract/payments'
import type { Deps } from '../../../deps.ts'
import { refuse } from '../../../http/problem.ts'
import { portalPaymentsReader } from '../portal-payments.ts'
import { aboutSome } from './payable-items.ts'

/** The refusal while another payment of some of the accounts is under way. */
export async function beingPaid(deps: Deps, { accounts }: CheckoutRequest): Promise<Error> {
  const known = await portalPaymentsReader(deps)(accounts.map(({ accountId }) => accountId))
  const held = [...known].filter(([, { isBeingPaid }]) => isBeingPaid).map(([account]) => account)
  return refuse(startCheckout, 'account-being-paid', aboutSome(held, accounts))
}
