import { z } from 'zod'
import { levelsOfTab } from './admin-levels.ts'
import { call } from './call.ts'
import { Instant } from './dates.ts'
import { AccountNumber, PersonId, RowId, WholeNumber } from './ids.ts'

export const paperlessTroubleTexts = {
  empty: 'Every paperless customer gets our emails.',
  reasons: {
    stopped: 'Emails come back, or the customer stopped them',
    unproven: 'The customer has not confirmed this address',
    none: 'No email address on file',
  },
} as const

/** The levels that look after customers' logins and contact changes (A§6). */
const access = { admin: levelsOfTab['password-reset'] } as const

export const paperlessTroublePageSize = 30

export const PaperlessTrouble = z.object({
  id: z.number().int(),
  accountId: AccountNumber,
  personId: PersonId,
  /** Masked, as in `a…e@example.com`; empty when there is none. */
  address: z.string(),
  reason: z.enum(['stopped', 'unproven', 'none']),
  since: Instant,
})
export type PaperlessTrouble = z.infer<typeof PaperlessTrouble>

export const listPaperlessTrouble = call({
  method: 'GET',
  path: '/api/v1/paperless-trouble',
  group: 'admin',
  summary: 'Paperless accounts whose customers our emails do not reach, oldest first (R43)',
  access,
  query: z.object({ after: WholeNumber.default(0) }),
  reply: z.object({ found: z.array(PaperlessTrouble), hasMore: z.boolean() }),
  problems: {},
})

export const returnToPaper = call({
  method: 'POST',
  path: '/api/v1/paperless-trouble/:id/paper',
  group: 'admin',
  summary: 'Mail paper bills again to a customer whom our emails do not reach (R43)',
  access,
  params: z.object({ id: RowId }),
  // A JSON body is required, because a form on another site cannot send one.
  body: z.object({}),
  reply: z.object({ returned: z.literal(true) }),
  problems: { 'already-resolved': { status: 409, title: 'This account is no longer on the list.' } },
})
