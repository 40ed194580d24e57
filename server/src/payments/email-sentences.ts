import type { ReversalCause } from '../database/tables/payments.ts'
import type { StoredCheckout } from './checkout.ts'

/** A sentence about what a payment was for: one bill, or several. */
interface InNumber {
  readonly one: string
  readonly several: string
}

/** For a payment that charged nothing, or whose charge was given back at once. */
export const stillOpen: InNumber = {
  one: 'Your bill is still open and you can pay it again.',
  several: 'Your bills are still open and you can pay them again.',
}

/**
 * The sentences about a payment that was given back: what happened, depending on who gave it back and why, and then
 * what it means for the bills. The whole charge goes back, even when only one of several bills was paid in another way.
 */
export const reversedTexts = {
  gateway: [
    `Your card was charged, but the charge was given back by the card network before it was completed.`,
    stillOpen,
  ],
  paidOtherwise: [
    `We could not tell at first whether your payment went through.`,
    {
      one: `It did, but by then your bill had been paid in another way, so we gave the charge back.`,
      several: `It did, but by then at least one of the bills had been paid in another way, so we gave the whole charge back. Please look at what is still owed on each account before you pay again.`,
    },
  ],
  lateCharge: [
    `We told you that your card was not charged. It was charged after all, late, so we gave the charge back.`,
    {
      one: `If you have paid your bill since, that payment is not affected; otherwise your bill is still open.`,
      several: `If you have paid your bills since, those payments are not affected; otherwise your bills are still open.`,
    },
  ],
  refund: [
    `We gave your payment back to your card.`,
    { one: `The amount is open on your bill again.`, several: `The amounts are open on your bills again.` },
  ],
} as const satisfies Record<Exclude<ReversalCause, 'secondCharge'> | 'gateway', readonly [string, InNumber]>

/** The sentence for the number of bills that a payment was for. */
export function inNumber({ items }: Pick<StoredCheckout, 'items'>, { one, several }: InNumber): string {
  return items.length === 1 ? one : several
}
