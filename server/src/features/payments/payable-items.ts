import type { AccountNumber } from '@portal/contract/ids'
import type { Cents } from '@portal/contract/money'
import { startCheckout } from '@portal/contract/payments'
import type { Deps } from '../../deps.ts'
import { openAccounts } from '../../foundation/sessions/accounts.ts'
import type { Caller } from '../../caller.ts'
import { refuse } from '../../http/problem.ts'

/** An account of a checkout that this payer may pay by card. */
export interface PayableItem {
  accountId: AccountNumber
  amount: Cents
  serviceLocation: string
  emailAddress: string | null
}

/**
 * The asked accounts as the billing system knows them, in the order asked.
 * @throws `account-not-open` for an account this session has not found before, `account-not-payable` for one that takes
 * no cards; `BillingSystemDown` when the billing system cannot be asked. Nothing has been charged then.
 */
export async function payableItems(
  { db, billing, profile }: Deps,
  session: Caller,
  asked: readonly { accountId: AccountNumber; amount: Cents }[],
): Promise<PayableItem[]> {
  const opened = new Set(await openAccounts(db, session.id))
  if (!asked.every(({ accountId }) => opened.has(accountId))) throw refuse(startCheckout, 'account-not-open')
  const accounts = await Promise.all(asked.map(({ accountId }) => billing.findAccount(accountId, profile.division)))
  return asked.map(({ accountId, amount }, index) => {
    const account = accounts[index]
    if (!account || account.isCashOnly) throw refuse(startCheckout, 'account-not-payable')
    const { serviceLocation, person } = account
    return { accountId, amount, serviceLocation, emailAddress: person.emailAddress }
  })
}
