import { z } from 'zod'
import { moneyDeskLevels } from './admin-levels.ts'
import { call } from './call.ts'

/** Counting ends here; beyond it the reply only says that there is more. */
export const mostCounted = 999

/** `GET /api/v1/money-desk/count`: how many payments and discrepancies need a person. */
export const countAttention = call({
  method: 'GET',
  path: '/api/v1/money-desk/count',
  group: 'admin',
  summary: 'How much needs attention',
  access: { admin: moneyDeskLevels },
  isPassive: true,
  reply: z.object({
    payments: z.number().int(),
    discrepancies: z.number().int(),
    /** There are more of either than are counted. */
    isMore: z.boolean(),
  }),
  problems: {},
})
