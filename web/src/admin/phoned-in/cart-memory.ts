import { AccountNumber, AccountToSearch } from '@portal/contract/ids'
import { Cents } from '@portal/contract/money'
import { mostAccountsPerSearch } from '@portal/contract/phoned-in-texts'
import { z } from 'zod'
import { storedWork, storeWork } from '#session/storage/console-storage.ts'
import { emptyCart, type PhonedIn } from './cart.ts'

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
