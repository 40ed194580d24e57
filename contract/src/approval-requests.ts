import { z } from 'zod'
import { Instant } from './dates.ts'
import { AccountNumber } from './ids.ts'
import { DecimalAmount } from './money.ts'

/** Of one person, for another to decide (docs/decisions/020). */
export const ApprovalRequest = z.object({
  id: z.number().int(),
  amount: DecimalAmount,
  reason: z.string(),
  requestedBy: z.string(),
  requestedAt: Instant,
  /**
   * `externalRefund`: refunded in the gateway's console. `resolve…`: the gateway cannot say whether it was charged.
   * `recordCharge`: only the gateway has the charge.
   */
  kind: z.enum(['refund', 'externalRefund', 'resolveCharged', 'resolveNotCharged', 'undoResolution', 'recordCharge']),
  /** As entered, for `resolveCharged`; the gateway's, for `recordCharge`; else empty. */
  tag: z.string(),
  authorization: z.string(),
  /** Empty unless the payment is to be resolved, or its resolution undone. */
  gatewayAnswer: z.string(),
  /** What a charge is to be recorded for; else empty. */
  accounts: z.array(z.object({ accountId: AccountNumber, amount: DecimalAmount })),
  /** The viewer cannot approve it, but may withdraw it. */
  isOwn: z.boolean(),
  state: z.enum(['ASKED', 'APPROVED', 'REJECTED']),
  decidedBy: z.string(),
  decidedAt: Instant.nullable(),
  note: z.string(),
})
export type ApprovalRequest = z.infer<typeof ApprovalRequest>
