import {
  type CardDetails,
  cardBrandOf,
  cardMessages,
  cardNumberError,
  isExpiryGood,
  sourceCodeOf,
} from '@portal/contract/card'
import { type Instant, dateIn } from '@portal/contract/dates'
import type { UtilityProfile } from '@portal/contract/utility'
import type { Intent } from '../store.ts'

/** The card data that may be stored. */
export type CheckedCard = Pick<Intent, 'brand' | 'lastFour' | 'cardHolder' | 'sourceCode'>

type Checked = { isRight: true; card: CheckedCard } | { isRight: false; field: keyof CardDetails; message: string }

/** Checks the card rules of A§5 that need the profile or today's date. The contract has checked the format already. */
export function checkCard(profile: UtilityProfile, card: CardDetails, now: Instant): Checked {
  const numberError = cardNumberError(card.cardNumber, profile)
  const brand = cardBrandOf(card.cardNumber, profile)
  if (numberError || !brand) {
    return { isRight: false, field: 'cardNumber', message: numberError ?? cardMessages.numberFormat }
  }
  const month = dateIn(profile.timeZone, now).slice(0, 7)
  if (!isExpiryGood(card.validExpDate, month)) {
    return { isRight: false, field: 'validExpDate', message: cardMessages.expiry }
  }
  const lastFour = card.cardNumber.slice(-4)
  return { isRight: true, card: { brand, lastFour, cardHolder: card.cardHolderName, sourceCode: sourceCodeOf[brand] } }
}
