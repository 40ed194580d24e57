import { createHash } from 'node:crypto'
import { CardDetails, cardMessages } from '@portal/contract/card'
import { sayWhatIsWrong } from '@portal/contract/input-texts'
import type { Cents } from '@portal/contract/money'
import type { payeezy as payeezyCall } from '@portal/contract/stepwise-payments'
import type { z } from 'zod'

/** The body of a `payeezy` call. */
export type PayeezyBody = z.output<NonNullable<typeof payeezyCall.body>>

/** A requested charge that has passed the checks which need no database. */
export interface AskedCharge {
  amount: Cents
  paymentCount: string
  card: CardDetails
  contentHash: string
}

/** The card under the names of this call, or the sentence of A§5 for what is wrong with how it is written. */
export function readAsked(body: PayeezyBody): AskedCharge | { sentence: string } {
  const card = CardDetails.safeParse(
    {
      cardHolderName: body.card_holder,
      cardNumber: body.card_num,
      validExpDate: body.exp_date,
      cvv: body.CAVV,
      billingZipCode: body.zip_code,
    },
    { error: sayWhatIsWrong },
  )
  if (!card.success) return { sentence: card.error.issues[0]?.message ?? cardMessages.numberFormat }
  const asked = { amount: body.amount, paymentCount: body.payment_count.trim().toUpperCase(), card: card.data }
  return { ...asked, contentHash: hashOf(asked) }
}

/**
 * A hash of the request that tells a repeat from another payment. It covers no more of the card than a receipt shows.
 */
function hashOf({ amount, paymentCount, card }: Pick<AskedCharge, 'amount' | 'paymentCount' | 'card'>): string {
  const content = [amount, paymentCount, card.cardNumber.slice(-4), card.cardHolderName, card.billingZipCode]
  return createHash('sha256').update(JSON.stringify(content)).digest('hex')
}
