import { onlyAbout, startCheckout } from '@portal/contract/checkout'
import type { Instant } from '@portal/contract/dates'
import type { AccountNumber } from '@portal/contract/ids'
import type { Cents } from '@portal/contract/money'
import { confirmationEmailOnFile } from '@portal/contract/payments'
import type { Caller } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import { type RefusalExtras, refuse } from '../../refusal.ts'
import { accountRows, readPortalPayments } from '../balances.ts'
import type { Begun, IntendedItem } from '../checkout.ts'
import { type KnownToPayer, knownToPayer } from '../shown-balances.ts'

/** An account that somebody asks to pay. */
export interface AskedAccount {
  accountId: AccountNumber
  amount: Cents
  /** What the payer was shown as owed, when the client says it. */
  amountDue?: Cents | undefined
}

/** An account of a checkout that this payer may pay by card. */
export interface PayableItem extends AskedAccount {
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
  { db, billing }: Deps,
  session: Caller,
  asked: readonly AskedAccount[],
  begunAt: Instant | null,
): Promise<PayableItem[]> {
  const numbers = asked.map(({ accountId }) => accountId)
  const opened = await knownToPayer(db, session.id, numbers, begunAt)
  if (!numbers.every((accountId) => opened.has(accountId))) throw refuse(startCheckout, 'account-not-open')
  const found = await billing.findAccounts(numbers)
  const accounts = new Map(found.filter((each) => !each.isCashOnly).map((account) => [account.accountId, account]))
  const items = asked.flatMap(({ accountId, amount, amountDue }) => {
    const account = accounts.get(accountId)
    const known = opened.get(accountId)
    if (!account || !known) return []
    const { serviceLocation, person } = account
    const emailAddress = confirmationEmailOnFile(person.emailAddress)
    return [{ accountId, amount, amountDue, serviceLocation, emailAddress, known }]
  })
  if (items.length === asked.length) return items
  const others = numbers.filter((accountId) => !accounts.has(accountId))
  throw refuse(startCheckout, 'account-not-payable', aboutSome(others, asked))
}

/**
 * Whether the accounts owe what their payer knows, whoever asks and however (docs/decisions/021): what the client says,
 * or else what the session was last shown. Another tab, or another person, may have paid them since.
 * @returns the accounts with the newest payment of each that this takes into account
 * @throws `balance-changed` with what is owed now; `account-being-paid`; BillingSystemDown. Nothing has been charged then.
 */
export async function checkBalances(
  deps: Deps,
  items: readonly PayableItem[],
): Promise<(PayableItem & IntendedItem)[]> {
  const accounts = items.map(({ accountId }) => accountId)
  const portal = await readPortalPayments(deps, accounts)
  const rows = await accountRows(deps, accounts, portal)
  if (rows.some((row) => row.isBeingPaid)) throw await beingPaid(deps, items)
  const newestOf = (account: AccountNumber): number => portal.get(account)?.newestPaid ?? 0
  const changed = rows.filter((row) =>
    items.some((item) => item.accountId === row.accID && hasChanged(item, row.amount, newestOf(row.accID))),
  )
  if (changed.length > 0) {
    const balances = changed.map(({ accID, amount }) => ({ accountId: accID, amountDue: amount }))
    throw refuse(startCheckout, 'balance-changed', { balances })
  }
  return items.map((item) => ({ ...item, newestPaid: newestOf(item.accountId) }))
}

/** A payer who says what is owed now knows it, whatever was paid before. */
function hasChanged({ amountDue, known }: PayableItem, amount: Cents, newestPaid: number): boolean {
  if (amountDue !== undefined) return amount !== amountDue
  return newestPaid > known.newestPaid || (known.amountDue !== null && amount !== known.amountDue)
}

/**
 * Refuses a payment that did not begin because, after it was checked, others paid its accounts or began to.
 * @throws `balance-changed` or `account-being-paid`
 */
export async function refuseOvertaken(
  deps: Deps,
  items: readonly PayableItem[],
  why: Extract<Begun['outcome'], 'paidMeanwhile' | 'accountHeld'>,
): Promise<never> {
  if (why === 'paidMeanwhile') await checkBalances(deps, items)
  throw await beingPaid(deps, items)
}

/** The refusal while another payment of some of the accounts is under way. */
async function beingPaid(deps: Deps, items: readonly PayableItem[]): Promise<Error> {
  const known = await readPortalPayments(
    deps,
    items.map(({ accountId }) => accountId),
  )
  const held = [...known].filter(([, { isBeingPaid }]) => isBeingPaid).map(([account]) => account)
  return refuse(startCheckout, 'account-being-paid', aboutSome(held, items))
}

/** The detail of a refusal that is about these accounts, unless that is every account asked for. */
function aboutSome(accounts: readonly AccountNumber[], asked: readonly unknown[]): RefusalExtras {
  return accounts.length > 0 && accounts.length < asked.length ? { detail: onlyAbout(accounts) } : {}
}
