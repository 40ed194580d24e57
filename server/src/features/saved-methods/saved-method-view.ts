import { dateIn } from '@portal/contract/dates'
import type { SavedMethod } from '@portal/contract/saved-methods'
import type { Keeping, OwnMethod } from '../../payments/saved-methods/methods.ts'

/** As its owner sees it: nothing of the gateway's. */
export function savedMethodView(engine: Keeping, card: OwnMethod): SavedMethod {
  const month = dateIn(engine.profile.timeZone, engine.clock.now()).slice(0, 7)
  const { id, brand, bankAccount, lastFour, expires, funding, isBlocked, name, isDefault, addedAt, changedByBankAt } =
    card
  const isExpired = expires !== null && expires < month
  const method = { brand, bankAccount, lastFour, expires, isExpired, funding, isBlocked }
  return { id, ...method, name, isDefault, addedAt, changedByBankAt }
}
