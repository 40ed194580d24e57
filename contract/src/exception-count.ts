import { z } from 'zod'
import { exceptionLevels } from './admin-levels.ts'
import { call } from './call.ts'

/** Beyond it the reply only says that there is more. */
export const mostCounted = 999

export const countExceptions = call({
  method: 'GET',
  path: '/api/v1/exceptions/count',
  group: 'admin',
  summary: 'Number of open exceptions (docs/payments.md)',
  access: { admin: exceptionLevels },
  isPassive: true,
  reply: z.object({
    payments: z.number().int(),
    discrepancies: z.number().int(),
    autoPay: z.number().int(),
    /** Requests that the viewer may approve: not their own. They are among the payments. */
    approvals: z.number().int(),
    /** The payment of the oldest of them. */
    firstApproval: z.number().int().nullable(),
    isMore: z.boolean(),
  }),
  problems: {},
})
