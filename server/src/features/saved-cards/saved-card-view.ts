import { dateIn } from '@portal/contract/dates'
import type { SavedCard } from '@portal/contract/saved-cards'
import type { Keeping, OwnCard } from '../../payments/saved-cards/cards.ts'

/** As its owner sees it: nothing of the gateway's. */
export function savedCardView(engine: Keeping, card: OwnCard): SavedCard {
  const month = dateIn(engine.profile.timeZone, engine.clock.now()).slice(0, 7)
  const { id, brand, bankAccount, lastFour, expires, funding, isBlocked, name, isDefault, addedAt, changedByBankAt } =
    card
  const isExpired = expires !== null && expires < month
  const method = { brand, bankAccount, lastFour, expires, isExpired, funding, isBlocked }
  return { id, ...method, name, isDefault, addedAt, changedByBankAt }
}
