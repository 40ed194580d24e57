import { dateIn } from '@portal/contract/dates'
import type { SavedCard } from '@portal/contract/saved-cards'
import type { Keeping, OwnCard } from '../../payments/saved-cards/cards.ts'

/** As its owner sees it: nothing of the gateway's. */
export function savedCardView(engine: Keeping, card: OwnCard): SavedCard {
  const month = dateIn(engine.profile.timeZone, engine.clock.now()).slice(0, 7)
  const { id, brand, lastFour, expires, funding, name, isDefault, addedAt, changedByBankAt } = card
  const isExpired = expires < month
  return { id, brand, lastFour, expires, isExpired, funding, name, isDefault, addedAt, changedByBankAt }
}
