import { z } from 'zod'
import { refundAskLevels } from './admin-levels.ts'
import { ApprovalRequest } from './approval-requests.ts'
import { call } from './call.ts'
import { OnePayment, paymentNotFound, stateChanged } from './exceptions.ts'
import { Why } from './reason.ts'

/** What a clerk sees of it, who decides nothing. */
const AskedRefund = z.object({
  mayAsk: z.boolean(),
  /** As in `ExceptionDetails`. */
  asksAboutBank: z.literal(true).optional(),
  /** The last one; null before the first. */
  request: ApprovalRequest.pick({
    reason: true,
    requestedBy: true,
    requestedAt: true,
    state: true,
    decidedBy: true,
    decidedAt: true,
    note: true,
  }).nullable(),
})
export type AskedRefund = z.infer<typeof AskedRefund>

export const readAskedRefund = call({
  method: 'GET',
  path: '/api/v1/asked-refunds/:id',
  group: 'admin',
  summary: 'Whether finance can be asked to refund a payment, and the last request (docs/payments.md)',
  access: { admin: refundAskLevels },
  params: OnePayment,
  reply: AskedRefund,
  problems: paymentNotFound,
})

/** Finance approves it like its own requests. */
export const askForRefund = call({
  method: 'POST',
  path: '/api/v1/asked-refunds/:id',
  group: 'admin',
  summary: 'Ask finance to refund a payment (docs/payments.md)',
  access: { admin: refundAskLevels },
  params: OnePayment,
  body: z.object({ why: Why, bankNotAsked: z.boolean().optional() }),
  reply: AskedRefund,
  problems: { ...paymentNotFound, ...stateChanged },
})
