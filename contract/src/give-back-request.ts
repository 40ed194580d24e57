import { z } from 'zod'
import { Instant } from './dates.ts'
import { DecimalAmount } from './money.ts'

/** A request that takes a second person, and what that person decided. */
export const GiveBackRequest = z.object({
  id: z.number().int(),
  amount: DecimalAmount,
  reason: z.string(),
  requestedBy: z.string(),
  requestedAt: Instant,
  /**
   * `giveBack`: the payment is to be given back. `wasGivenBack`: somebody has seen in the gateway's console that it was
   * given back there, and wants it recorded. The others settle a payment of which the gateway cannot say whether it was
   * charged.
   */
  kind: z.enum(['giveBack', 'wasGivenBack', 'settleCharged', 'settleNotCharged']),
  /** For `settleCharged`: the gateway's numbers, as entered. Empty otherwise. */
  tag: z.string(),
  authorization: z.string(),
  /** Why the gateway could not say; empty unless the payment is to be settled. */
  gatewaySaid: z.string(),
  /** Made by the person viewing it: they cannot approve it, but may take it back. */
  isOwn: z.boolean(),
  state: z.enum(['ASKED', 'APPROVED', 'REJECTED']),
  decidedBy: z.string(),
  decidedAt: Instant.nullable(),
  note: z.string(),
})
export type GiveBackRequest = z.infer<typeof GiveBackRequest>
