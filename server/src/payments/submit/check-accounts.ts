import type { AccountSummaryRow } from '@portal/contract/account-summary'
import { startCheckout } from '@portal/contract/checkout'
import { onItsWay, onlyAbout } from '@portal/contract/checkout-problems'
import { type Instant, dateIn } from '@portal/contract/dates'
import type { AccountNumber } from '@portal/contract/ids'
import type { Cents } from '@portal/contract/money'
import { confirmationEmailOnFile } from '@portal/contract/payments'
import type { Caller } from '../../caller.ts'
import { type RefusalExtras, refuse } from '../../refusal.ts'
import { accountRows, readPortalPayments } from '../balances.ts'
import type { Begun } from '../charge/begin-checkout.ts'
import type { IntendedItem } from '../charge/intent.ts'
import type { Engine } from '../engine.ts'
import { type KnownToPayer, knownToPayer } from '../shown-balances.ts'

export interface AskedAccount {
  accountId: AccountNumber
  amount: Cents
  amountDue?: Cents | undefined
}

export interface PayableItem extends AskedAccount {
  serviceLocation: string
  /** Where the confirmation goes when the payer does not say; null when none can go to the address on file. */
  emailAddress: string | null
  known: KnownToPayer
}

/** In the order asked. @throws `account-not-open` for this session, `account-not-payable` by card, BillingSystemDown */
export async function payableItems(
  { db, billing }: Engine,
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
 * Against what the payer knows (docs/decisions/021).
 * @param isByBank from a bank account
 * @param payAnyway beside bank payments that are on their way
 * @throws balance-changed, account-being-paid, payment-on-its-way, bank-blocked, BillingSystemDown
 */
export async function checkBalances(
  engine: Engine,
  items: readonly PayableItem[],
  { payAnyway = false, isByBank = false } = {},
): Promise<(PayableItem & IntendedItem)[]> {
  const accounts = items.map(({ accountId }) => accountId)
  const portal = await readPortalPayments(engine, accounts)
  const rows = await accountRows(engine, accounts, portal)
  if (rows.some((row) => row.isBeingPaid)) throw await beingPaid(engine, items)
  const blocked = isByBank ? rows.filter((row) => row.isBankBlocked).map(({ accID }) => accID) : []
  if (blocked.length > 0) throw refuse(startCheckout, 'bank-blocked', aboutSome(blocked, items))
  if (!payAnyway) refuseBesidePending(engine, rows)
  const newestOf = (account: AccountNumber): number => portal.get(account)?.newestPaid ?? 0
  const changed = rows.filter((row) =>
    items.some((item) => item.accountId === row.accID && hasChanged(item, row.amount, newestOf(row.accID))),
  )
  if (changed.length > 0) {
    throw refuse(startCheckout, 'balance-changed', { balances: balancesOf(changed) })
  }
  return items.map((item) => ({ ...item, newestPaid: newestOf(item.accountId) }))
}

function balancesOf(rows: readonly AccountSummaryRow[]) {
  return rows.map(({ accID, amount }) => ({ accountId: accID, amountDue: amount }))
}

/** @throws payment-on-its-way */
function refuseBesidePending({ profile }: Engine, rows: readonly AccountSummaryRow[]): void {
  const pending = rows.filter((row) => row.pendingPayment !== null)
  if (pending.length === 0) return
  const sentences = pending.flatMap(({ accID, pendingPayment: payment }) => {
    if (!payment) return []
    const by = payment.answersBy && dateIn(profile.timeZone, payment.answersBy)
    return [onItsWay({ account: accID, amount: payment.amount, by })]
  })
  throw refuse(startCheckout, 'payment-on-its-way', { detail: sentences.join(' '), balances: balancesOf(pending) })
}

/** A payer who says what is owed now knows it, whatever was paid before. */
function hasChanged({ amountDue, known }: PayableItem, amount: Cents, newestPaid: number): boolean {
  if (amountDue !== undefined) return amount !== amountDue
  return newestPaid > known.newestPaid || (known.amountDue !== null && amount !== known.amountDue)
}

/** Others paid the accounts, or began to, after the checks. @throws `balance-changed` or `account-being-paid` */
export async function refuseOvertaken(
  engine: Engine,
  items: readonly PayableItem[],
  why: Extract<Begun['outcome'], 'paidMeanwhile' | 'accountHeld'>,
): Promise<never> {
  if (why === 'paidMeanwhile') await checkBalances(engine, items)
  throw await beingPaid(engine, items)
}

/** Of these accounts, those that are. */
export async function beingPaid(engine: Engine, items: readonly AskedAccount[]): Promise<Error> {
  const known = await readPortalPayments(
    engine,
    items.map(({ accountId }) => accountId),
  )
  const held = [...known].filter(([, { isBeingPaid }]) => isBeingPaid).map(([account]) => account)
  return refuse(startCheckout, 'account-being-paid', aboutSome(held, items))
}

/** No detail when the refusal is about every account asked for. */
function aboutSome(accounts: readonly AccountNumber[], asked: readonly unknown[]): RefusalExtras {
  return accounts.length > 0 && accounts.length < asked.length ? { detail: onlyAbout(accounts) } : {}
}
