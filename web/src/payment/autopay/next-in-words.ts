import { feeTexts } from '@portal/contract/fees'
import { sumCents } from '@portal/contract/money'
import { type NextCharge, nextChargeTexts, willCharge } from '@portal/contract/next-charge'
import type { SavedMethod } from '@portal/contract/saved-methods'
import { dollars, formatDate } from '#ui/text/format.ts'
import { t } from '#ui/text/t.ts'
import { methodInWords, endsBeforeInWords } from '../saved-methods/use-saved-methods.ts'

/** The sentence that customers and staff read, and what there is to say about the card. */
export function nextInWords(next: NextCharge, card: Pick<SavedMethod, 'brand' | 'lastFour'>) {
  const { says, on, amount, fee, most, cardEnds } = next
  const whole = t<string>(nextChargeTexts[says], {
    amount: amount === null ? '' : dollars(sumCents([amount, fee])),
    card: methodInWords(card),
    day: formatDate(on),
    most: dollars(most),
  })
  const isToldOfFee = fee > 0 && amount !== null && willCharge(next)
  return {
    sentence: isToldOfFee ? `${whole} ${t(feeTexts.within, { fee: dollars(fee) })}` : whole,
    ofCard: cardEnds === null ? null : endsBeforeInWords({ expires: cardEnds }, on),
  }
}
