import { z } from 'zod'
import { levelsOfTab } from './admin-levels.ts'
import { call } from './call.ts'
import { Instant } from './dates.ts'
import { PersonId, RowId, WholeNumber } from './ids.ts'

export const rejectedContactsTexts = {
  empty: 'No rejected contact changes.',
  address: 'Mailing address',
} as const

/** The levels that reset customers' passwords (A§6). */
const access = { admin: levelsOfTab['password-reset'] } as const

export const rejectedContactsPageSize = 30

export const RejectedContact = z.object({
  id: z.number().int(),
  personId: PersonId,
  changedAt: Instant,
  /** By the billing port's name, with the lines of the new value; then each phone's change in words, and each bill route with its account. */
  changes: z.array(z.object({ name: z.string(), lines: z.array(z.string()) })),
  reason: z.string(),
})
export type RejectedContact = z.infer<typeof RejectedContact>

export const listRejectedContacts = call({
  method: 'GET',
  path: '/api/v1/rejected-contact-changes',
  group: 'admin',
  summary: 'Rejected contact changes, oldest first (docs/operations.md)',
  access,
  query: z.object({ after: WholeNumber.default(0) }),
  reply: z.object({ changes: z.array(RejectedContact), hasMore: z.boolean() }),
  problems: {},
})

export const settleRejectedContact = call({
  method: 'POST',
  path: '/api/v1/rejected-contact-changes/:id/made',
  group: 'admin',
  summary: 'Mark a rejected contact change as done (docs/operations.md)',
  access,
  params: z.object({ id: RowId }),
  // A JSON body is required, because a form on another site cannot send one.
  body: z.object({}),
  reply: z.object({ settled: z.literal(true) }),
  problems: { 'already-resolved': { status: 409, title: 'Another admin has already marked this as done.' } },
})
