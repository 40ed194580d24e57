import { z } from 'zod'
import { type Orders, json, withBody } from '../control.ts'
import { HttpFault } from '../http-faults.ts'
import type { StripeBooks } from './books.ts'
import type { StripePurchase } from './purchases.ts'
import { type Work, workNames } from './works.ts'

const FaultOrder = z.object({
  fault: HttpFault,
  times: z.number().int().min(1).max(10_000).default(1),
  work: z.enum(workNames).default('confirmIntent'),
})

/** What tests read and change. */
export interface StripeSwitches {
  books: StripeBooks
  purchases(): StripePurchase[]
  /** Every request to confirm a payment since the start, whatever became of it. */
  arrivals(): readonly { reference: string }[]
  /** Makes the next `times` requests for this work go wrong. */
  fail(work: Work, fault: HttpFault, times?: number): void
  calm(): void
  /** Banks pay or return now what they have been asked for, and nobody waits for days. */
  letBanksAnswer(): Promise<void>
}

export function ordersToStripe(stripe: StripeSwitches): Orders {
  return {
    'GET /control/books': () =>
      json(200, { purchases: stripe.purchases(), reversals: [...stripe.books.refunds.values()] }),
    'GET /control/arrivals': () => json(200, { arrivals: stripe.arrivals() }),
    'POST /control/faults': (body) =>
      withBody(FaultOrder, body, ({ fault, times, work }) => stripe.fail(work, fault, times)),
    'POST /control/bank-answers': () => {
      void stripe.letBanksAnswer()
      return json(202, {})
    },
    'DELETE /control/faults': () => {
      stripe.calm()
      return json(200, {})
    },
  }
}
