import type { AccountNumber } from '@portal/contract/ids'
import type { Cents } from '@portal/contract/money'
import { confirmationEmailOnFile, onlyAbout, startCheckout } from '@portal/contract/payments'
import type { Caller } from '../../../caller.ts'
import type { Deps } from '../../../deps.ts'
import { openAccounts } from '../../../foundation/sessions/accounts.ts'
import { refuse, type RefusalExtras } from '../../../http/problem.ts'

/** An account of a checkout that this payer may pay by card. */
export interface PayableItem {
  accountId: AccountNumber
  amount: Cents
  serviceLocation: string
  /** Where the confirmation goes when the payer does not say; null when none can go to the address on file. */
  emailAddress: string | null
}

/**
 * The requested accounts as the billing system knows them, in the order requested; it is asked once for all of them.
 * @throws `account-not-open` for an account that is not open to this session, `account-not-payable` for one that takes
 * no cards; `BillingSystemDown` when the billing system cannot be asked. Nothing has been charged then.
 */
export async function payableItems(
  { db, billing, profile }: Deps,
  session: Caller,
  asked: readonly { accountId: AccountNumber; amount: Cents }[],
): Promise<PayableItem[]> {
  const opened = new Set(await openAccounts(db, session.id))
  if (!asked.every(({ accountId }) => opened.has(accountId))) throw refuse(startCheckout, 'account-not-open')
  const found = await billing.findAccounts(
    asked.map(({ accountId }) => accountId),
    profile.division,
  )
  const accounts = new Map(found.filter((each) => !each.isCashOnly).map((account) => [account.accountId, account]))
  const items = asked.flatMap(({ accountId, amount }) => {
    const account = accounts.get(accountId)
    if (!account) return []
    const { serviceLocation, person } = account
    return [{ accountId, amount, serviceLocation, emailAddress: confirmationEmailOnFile(person.emailAddress) }]
  })
  if (items.length === asked.length) return items
  const others = asked.map(({ accountId }) => accountId).filter((accountId) => !accounts.has(accountId))
  throw refuse(startCheckout, 'account-not-payable', aboutSome(others, asked))
}

/** The detail of a refusal that is about these accounts, unless that is every account asked for. */
export function aboutSome(accounts: readonly AccountNumber[], asked: readonly unknown[]): RefusalExtras {
  return accounts.length > 0 && accounts.length < asked.length ? { detail: onlyAbout(accounts) } : {}
}
