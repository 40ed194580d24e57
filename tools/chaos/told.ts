import { type CheckoutOutcome, Checkout } from '@portal/contract/checkout'
import { z } from 'zod'

/** What a payer was told about the payment with one key. `refused` means that it charged nothing. */
export interface Told {
  key: string
  outcome: CheckoutOutcome | 'refused'
}

/** The result of one call for a checkout. */
export type Answer = Told['outcome'] | 'turned away' | 'broken'

/** Reads the answer to a checkout. Never rejects. */
export async function answerOf(asking: Promise<Response>): Promise<Answer> {
  try {
    const reply = await asking
    if (reply.status === 503) return 'turned away'
    if (reply.status >= 500) return 'broken'
    const body: unknown = await reply.json()
    return reply.status === 200 ? Checkout.parse(body).outcome : 'refused'
  } catch (error) {
    return isTurnedAway(error) ? 'turned away' : 'broken'
  }
}

const Refused = z.object({ cause: z.object({ code: z.literal('ECONNREFUSED') }) })

/** Whether a call failed because nothing listens at the address, so that it never reached a server. */
export function isTurnedAway(error: unknown): boolean {
  return Refused.safeParse(error).success
}
