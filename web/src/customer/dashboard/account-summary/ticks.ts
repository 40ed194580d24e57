import type { AccountSummaryRow } from '@portal/contract/account-summary'
import { AccountNumber } from '@portal/contract/ids'
import { type Cents, cents, noCents } from '@portal/contract/money'
import { isDue, mostOfOnePayment } from '@portal/contract/owed'
import { cannotPayReason } from '#payment/accounts-to-pay/cannot-pay-reason.ts'
import type { OrderLine } from '#payment/accounts-to-pay/order.ts'
import type { ShownRow } from '../accounts/use-accounts.ts'

/** Whether an account is ticked, and how much to pay on it. */
interface Tick {
  readonly isTicked: boolean
  readonly amount: Cents
}

/** The choice for one account: not to pay, to pay what is due, or an amount that was typed. */
type Choice = 'unticked' | 'due' | Cents

/** All choices: every account or none, and the accounts that differ from that. */
export interface Ticks {
  readonly all: boolean
  readonly others: ReadonlyMap<AccountNumber, Choice>
}

export const noTicks: Ticks = { all: false, others: new Map() }

/** The choices to begin with: the account that Pay Now was pressed for (R34), or an email is about, if any. */
export function onlyTicked({ account, amount }: { account?: string | undefined; amount?: number | undefined }): Ticks {
  const known = AccountNumber.safeParse(account)
  if (!known.success) return noTicks
  return { ...noTicks, others: new Map([[known.data, amount === undefined ? 'due' : cents(amount)]]) }
}

/**
 * The tick of an account (C§4). A ticked one starts with what is owed, or with 0 for a credit, and follows the amount
 * due, which somebody else may pay meanwhile, until an amount is typed. Accounts that arrive after 'check all' are
 * ticked too if something is due on them and they are not closed. What cannot be paid by card cannot be ticked.
 */
export function tickOf(ticks: Ticks, row: AccountSummaryRow): Tick {
  const choice = cannotPayReason(row)
    ? 'unticked'
    : (ticks.others.get(row.accID) ?? (ticks.all && isForAll(row) ? 'due' : 'unticked'))
  if (choice === 'unticked') return { isTicked: false, amount: noCents }
  if (choice === 'due') return { isTicked: true, amount: mostOfOnePayment(row.amount) }
  return { isTicked: true, amount: choice }
}

/** Whether 'check all' ticks an account: closed ones, and those on which nothing is due, are only ticked one by one. */
function isForAll({ amount, isActive }: AccountSummaryRow): boolean {
  return isDue(amount) && isActive
}

type TickChange =
  /** These and no others, with all that is due on them. */
  | { readonly kind: 'pay'; readonly accounts: readonly AccountNumber[] }
  /** Unticks all but these. */
  | { readonly kind: 'keep'; readonly lines: readonly TickedLine[] }
  | { readonly kind: 'toggle'; readonly row: AccountSummaryRow }
  | { readonly kind: 'amount'; readonly row: AccountSummaryRow; readonly amount: Cents }
  /** Check all; with `found`, of those that a search found. */
  | { readonly kind: 'all'; readonly isTicked: boolean; readonly found: readonly AccountSummaryRow[] | null }
  | { readonly kind: 'untickEmpty'; readonly rows: readonly AccountSummaryRow[] }

/** Applies Make Payment, Cancel Payment, check all, or a typed amount (C§4, C§5). */
export function changeTicks(ticks: Ticks, change: TickChange): Ticks {
  if (change.kind === 'all' && !change.found)
    return { all: change.isTicked, others: change.isTicked ? chosen(ticks) : new Map() }
  if (change.kind === 'pay') return { all: false, others: new Map(change.accounts.map((account) => [account, 'due'])) }
  if (change.kind === 'keep') {
    const kept = change.lines.map(({ account, amount }): [AccountNumber, Choice] => {
      const choice = ticks.others.get(account.accID)
      return [account.accID, typeof choice === 'number' ? amount : 'due']
    })
    return { all: false, others: new Map(kept) }
  }
  const others = new Map(ticks.others)
  if (change.kind === 'all') {
    for (const row of change.found ?? []) {
      const { isTicked } = tickOf(ticks, row)
      if (!change.isTicked) others.set(row.accID, 'unticked')
      else if (!isTicked && isForAll(row)) others.set(row.accID, 'due')
    }
    return { ...ticks, others }
  }
  if (change.kind === 'untickEmpty') {
    for (const row of change.rows) {
      const { isTicked, amount } = tickOf(ticks, row)
      if (isTicked && amount <= 0) others.set(row.accID, 'unticked')
    }
    return { ...ticks, others }
  }
  const { row } = change
  const { isTicked } = tickOf(ticks, row)
  if (change.kind === 'amount') {
    if (isTicked) others.set(row.accID, change.amount)
  } else {
    others.set(row.accID, isTicked ? 'unticked' : 'due')
  }
  return { ...ticks, others }
}

/** What was ticked one by one, with the amounts that were typed: whoever then ticks all accounts wants these to stay. */
function chosen({ others }: Ticks): Ticks['others'] {
  return new Map([...others].filter(([, choice]) => choice !== 'unticked'))
}

/** The state of 'check all': whether all, some or none of the accounts are ticked that can be. */
export function allTicked(ticks: Ticks, rows: readonly ShownRow[]): 'all' | 'some' | 'none' {
  const payable = payableRows(rows)
  const ticked = payable.filter((row) => tickOf(ticks, row).isTicked).length
  if (ticked === 0) return 'none'
  return ticked === payable.length ? 'all' : 'some'
}

/** Whether something is ticked and nothing that 'check all' is for is left: pressing it again then unticks. */
export function areOwingTicked(ticks: Ticks, rows: readonly ShownRow[]): boolean {
  const payable = payableRows(rows)
  const isTicked = (row: AccountSummaryRow) => tickOf(ticks, row).isTicked
  return payable.some(isTicked) && payable.filter(isForAll).every(isTicked)
}

/** A ticked account and the amount to pay on it. */
export interface TickedLine extends OrderLine {
  readonly account: AccountSummaryRow
}

/** The ticked accounts with their amounts, in the order of the table. */
export function orderOf(ticks: Ticks, rows: readonly ShownRow[]): TickedLine[] {
  return payableRows(rows).flatMap((row) => {
    const { isTicked, amount } = tickOf(ticks, row)
    return isTicked ? [{ account: row, amount }] : []
  })
}

function payableRows(rows: readonly ShownRow[]): AccountSummaryRow[] {
  return rows.flatMap(({ row }) => (row && cannotPayReason(row) === null ? [row] : []))
}
