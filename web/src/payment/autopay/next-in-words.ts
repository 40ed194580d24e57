import { type NextCharge, nextChargeTexts } from '@portal/contract/next-charge'
import type { SavedCard } from '@portal/contract/saved-cards'
import { dollars, formatDate } from '#ui/text/format.ts'
import { t } from '#ui/text/t.ts'
import { cardInWords, endsBeforeInWords } from '../saved-cards/use-saved-cards.ts'

/** The sentence that customers and staff read, and what there is to say about the card. */
export function nextInWords(next: NextCharge, card: Pick<SavedCard, 'brand' | 'lastFour'>) {
  const { says, on, amount, most, cardEnds } = next
  return {
    sentence: t<string>(nextChargeTexts[says], {
      amount: amount === null ? '' : dollars(amount),
      card: cardInWords(card),
      day: formatDate(on),
      most: dollars(most),
    }),
    ofCard: cardEnds === null ? null : endsBeforeInWords({ expires: cardEnds }, on),
  }
}
