import { feeTexts } from '@portal/contract/fees'
import { sumCents } from '@portal/contract/money'
import { type NextCharge, nextChargeTexts, willCharge } from '@portal/contract/next-charge'
import type { SavedCard } from '@portal/contract/saved-cards'
import { dollars, formatDate } from '#ui/text/format.ts'
import { t } from '#ui/text/t.ts'
import { cardInWords, endsBeforeInWords } from '../saved-cards/use-saved-cards.ts'

/** The sentence that customers and staff read, and what there is to say about the card. */
export function nextInWords(next: NextCharge, card: Pick<SavedCard, 'brand' | 'lastFour'>) {
  const { says, on, amount, fee, most, cardEnds } = next
  const whole = t<string>(nextChargeTexts[says], {
    amount: amount === null ? '' : dollars(sumCents([amount, fee])),
    card: cardInWords(card),
    day: formatDate(on),
    most: dollars(most),
  })
  const isToldOfFee = fee > 0 && amount !== null && willCharge(next)
  return {
    sentence: isToldOfFee ? `${whole} ${t(feeTexts.within, { fee: dollars(fee) })}` : whole,
    ofCard: cardEnds === null ? null : endsBeforeInWords({ expires: cardEnds }, on),
  }
}
