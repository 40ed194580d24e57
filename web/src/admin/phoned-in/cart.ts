import { accountToSearch } from '@portal/contract/account-shape'
import { AccountNumber, AccountToSearch } from '@portal/contract/ids'
import { Cents } from '@portal/contract/money'
import { mostOfOnePayment } from '@portal/contract/owed'
import { type PhonedInAccount, mostAccountsPerSearch, phonedInTexts } from '@portal/contract/phoned-in'
import { z } from 'zod'
import { storedWork, storeWork } from '#session/storage.ts'
import { t } from '#ui/text/t.ts'

/** An account in the cart (A§3 Cart row). */
interface CartLine {
  readonly accID: AccountNumber
  readonly isTicked: boolean
  readonly amount: Cents
  /** The balance when the clerk chose the amount. */
  readonly owed: Cents
}

/** Everything the clerk has typed and chosen. The accounts themselves come from the server. */
export interface PhonedIn {
  readonly step: 'search' | 'cart'
  /** The rows of the search, as typed. */
  readonly typed: readonly string[]
  /** The account numbers of the last search, without repetitions. */
  readonly asked: readonly string[]
  /** The accounts ticked for the cart. */
  readonly ticked: readonly AccountNumber[]
  readonly cart: readonly CartLine[]
}

export const emptyCart: PhonedIn = { step: 'search', typed: [''], asked: [], ticked: [], cart: [] }

export type PhonedInChange =
  | { readonly kind: 'type'; readonly rows: readonly string[] }
  | { readonly kind: 'search'; readonly accountIds: readonly string[] }
  | { readonly kind: 'tick'; readonly account: PhonedInAccount; readonly isTicked: boolean }
  | { readonly kind: 'addToCart'; readonly accounts: readonly PhonedInAccount[] }
  /** The only account found, which needs no choosing. */
  | { readonly kind: 'addOnly'; readonly account: PhonedInAccount }
  | { readonly kind: 'line'; readonly account: PhonedInAccount; readonly isTicked: boolean; readonly amount: Cents }
  | { readonly kind: 'back' }
  | { readonly kind: 'emptyCart' }
  | { readonly kind: 'startAnew' }

/** The transitions of the stepped flow (A§4): search, Add to Cart, Back and Cancel. */
export function changePhonedIn(state: PhonedIn, change: PhonedInChange): PhonedIn {
  switch (change.kind) {
    case 'type':
      return { ...state, typed: change.rows }
    case 'search':
      return searched(state, change.accountIds)
    case 'tick':
      return { ...state, ticked: withTick(state.ticked, change.account.accID, change.isTicked) }
    case 'addToCart':
      return { ...state, step: 'cart', cart: cartOf(state, change.accounts) }
    case 'addOnly': {
      const ticked = [change.account.accID]
      return { ...state, step: 'cart', ticked, cart: cartOf({ ...state, ticked }, [change.account]) }
    }
    case 'line':
      return { ...state, cart: state.cart.map((line) => (line.accID === change.account.accID ? lineOf(change) : line)) }
    case 'back':
      return { ...state, step: 'search' }
    case 'emptyCart':
      return { ...state, step: 'search', ticked: [], cart: [] }
    case 'startAnew':
      return emptyCart
  }
}

/** Keeps only accounts of the current search, so that nothing of the previous caller remains. */
function searched(state: PhonedIn, asked: readonly string[]): PhonedIn {
  const isAsked = (account: AccountNumber): boolean => asked.includes(account)
  return {
    ...state,
    typed: asked,
    asked,
    ticked: state.ticked.filter(isAsked),
    cart: state.cart.filter((line) => isAsked(line.accID)),
  }
}

function withTick(ticked: readonly AccountNumber[], account: AccountNumber, isTicked: boolean): AccountNumber[] {
  const others = ticked.filter((each) => each !== account)
  return isTicked ? [...others, account] : others
}

/** The ticked accounts in the order of the table; amounts that were chosen before are kept. */
function cartOf({ ticked, cart }: PhonedIn, accounts: readonly PhonedInAccount[]): CartLine[] {
  return chosen(ticked, accounts).map((account) => {
    const before = cart.find((line) => line.accID === account.accID)
    return before && !hasChanged(before, account) ? before : lineWithDue(account, true)
  })
}

/** The ticked accounts that can be paid by card now. */
export function chosen(ticked: readonly AccountNumber[], accounts: readonly PhonedInAccount[]): PhonedInAccount[] {
  return accounts.filter((account) => ticked.includes(account.accID) && cannotTakeReason(account) === null)
}

function lineOf(change: Extract<PhonedInChange, { kind: 'line' }>): CartLine {
  const { account, isTicked, amount } = change
  return { accID: account.accID, isTicked, amount, owed: account.amount }
}

/** What is owed is the default; for a credit it is zero. */
function lineWithDue(account: PhonedInAccount, isTicked: boolean): CartLine {
  return { accID: account.accID, isTicked, amount: mostOfOnePayment(account.amount), owed: account.amount }
}

/** A row of the cart with its account's current data. */
export interface CartRow {
  readonly account: PhonedInAccount
  readonly isTicked: boolean
  readonly amount: Cents
  /** The balance has changed since the amount was chosen, which therefore has to be chosen again. */
  readonly hasChanged: boolean
}

/** The cart as it can be paid now. Accounts that cannot be paid, or whose balance has changed, are not ticked. */
export function rowsOf({ cart }: PhonedIn, accounts: readonly PhonedInAccount[]): CartRow[] {
  return cart.flatMap((line): CartRow[] => {
    const account = accounts.find(({ accID }) => accID === line.accID)
    if (!account) return []
    if (hasChanged(line, account)) return [{ ...lineWithDue(account, false), account, hasChanged: true }]
    return [{ ...line, isTicked: line.isTicked && cannotTakeReason(account) === null, account, hasChanged: false }]
  })
}

function hasChanged(line: CartLine, account: PhonedInAccount): boolean {
  return line.owed !== account.amount
}

/** The account ids to search for: without empty rows and repetitions (A§5). */
export function accountIdsIn(rows: readonly string[]): string[] {
  return [...new Set(rows.map(accountToSearch).filter((account) => account !== ''))]
}

/** Why no payment can be taken for an account by phone now, worded for the clerk; null when one can (C§4, R11, R19). */
export function cannotTakeReason(account: Pick<PhonedInAccount, 'isBeingPaid' | 'cashOnlyFlag'>): string | null {
  if (account.isBeingPaid) return t(phonedInTexts.beingPaid)
  return account.cashOnlyFlag === 'Y' ? t(phonedInTexts.cashOnly) : null
}

const AccountIds = z.array(z.string().max(40)).max(mostAccountsPerSearch)
const Remembered = z.object({
  adminId: z.number(),
  step: z.enum(['search', 'cart']),
  typed: AccountIds.min(1),
  asked: AccountIds,
  ticked: z.array(AccountNumber),
  cart: z.array(z.object({ accID: AccountNumber, isTicked: z.boolean(), amount: Cents, owed: Cents })),
})

/**
 * Restores what this administrator had typed and chosen in this tab before a reload: account numbers and amounts, no
 * names and nothing of a card.
 */
export function recallPhonedIn(adminId: number): PhonedIn {
  try {
    const found = Remembered.parse(JSON.parse(storedWork('phonedIn') ?? 'null'))
    const { adminId: whose, ...state } = found
    return whose === adminId ? state : emptyCart
  } catch {
    return emptyCart
  }
}

export function rememberPhonedIn(adminId: number, state: PhonedIn): void {
  // A card number typed into the wrong field must not be stored, so only valid account numbers are.
  const isNumber = (typed: string): boolean => AccountToSearch.safeParse(typed).success
  const typed = state.typed.map((row) => (isNumber(row) ? row : ''))
  const asked = state.asked.filter(isNumber)
  storeWork('phonedIn', state === emptyCart ? null : JSON.stringify({ ...state, adminId, typed, asked }))
}
