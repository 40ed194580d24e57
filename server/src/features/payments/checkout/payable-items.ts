import type { Instant } from '@portal/contract/dates'
import type { AccountNumber } from '@portal/contract/ids'
import type { Cents } from '@portal/contract/money'
import { confirmationEmailOnFile, onlyAbout, startCheckout } from '@portal/contract/payments'
import type { Caller } from '../../../caller.ts'
import type { Deps } from '../../../deps.ts'
import { type KnownToPayer, knownToPayer } from '../../../foundation/payable-accounts/shown-balances.ts'
import { refuse, type RefusalExtras } from '../../../http/problem.ts'

/** An account of a checkout that this payer may pay by card. */
export interface PayableItem {
  accountId: AccountNumber
  amount: Cents
  serviceLocation: string
  /** Where the confirmation goes when the payer does not say; null when none can go to the address on file. */
  emailAddress: string | null
  known: KnownToPayer
}

/**
 * The requested accounts as the billing system and the payer know them, in the order requested; the billing system is
 * asked once for all of them.
 *
 * @param begunAt when the payment was begun, for one that is put together call by call
 * @throws `account-not-open` for an account that is not open to this session, `account-not-payable` for one that takes
 * no cards; `BillingSystemDown` when the billing system cannot be asked. Nothing has been charged then.
 */
export async function payableItems(
  { db, billing, profile }: Deps,
  session: Caller,
  asked: readonly { accountId: AccountNumber; amount: Cents }[],
  begunAt: Instant | null,
): Promise<PayableItem[]> {
  const numbers = asked.map(({ accountId }) => accountId)
  const opened = await knownToPayer(db, session.id, numbers, begunAt)
  if (!numbers.every((accountId) => opened.has(accountId))) throw refuse(startCheckout, 'account-not-open')
  const found = await billing.findAccounts(numbers, profile.division)
  const accounts = new Map(found.filter((each) => !each.isCashOnly).map((account) => [account.accountId, account]))
  const items = asked.flatMap(({ accountId, amount }) => {
    const account = accounts.get(accountId)
    const known = opened.get(accountId)
    if (!account || !known) return []
    const { serviceLocation, person } = account
    return [{ accountId, amount, serviceLocation, emailAddress: confirmationEmailOnFile(person.emailAddress), known }]
  })
  if (items.length === asked.length) return items
  const others = numbers.filter((accountId) => !accounts.has(accountId))
  throw refuse(startCheckout, 'account-not-payable', aboutSome(others, asked))
}

/** The detail of a refusal that is about these accounts, unless that is every account asked for. */
export function aboutSome(accounts: readonly AccountNumber[], asked: readonly unknown[]): RefusalExtras {
  return accounts.length > 0 && accounts.length < asked.length ? { detail: onlyAbout(accounts) } : {}
}
