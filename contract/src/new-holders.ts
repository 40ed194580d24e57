import { z } from 'zod'
import { levelsOfTab } from './admin-levels.ts'
import { call } from './call.ts'
import { CalendarDate } from './dates.ts'
import { AccountNumber, RowId } from './ids.ts'

/** All ours. */
export const newHoldersTexts = {
  lead: 'These accounts have a new holder since an import. The old login no longer sees the account, and its AutoPay has ended.',
  empty: 'No new holders.',
  samePerson: 'Same person',
  question:
    'Is the new holder the same person as the old one? From the next import on, the old login sees the account again. AutoPay stays ended: the customer has to enroll again.',
  undone: 'Same person, from the next import on',
} as const

/** How a new holder was found, in words. */
export const holderEvidence = {
  id: 'Customer number',
  since: 'Date of the holder',
  family: 'Family name',
  person: 'Person in the extract',
} as const

/** The levels that look after imports. */
const access = { admin: levelsOfTab['system-maintenance'] } as const

export const newHoldersPageSize = 50

export const NewHolder = z.object({
  id: z.number().int(),
  /** Of the data that had the new holder. */
  asOf: CalendarDate,
  accountId: AccountNumber,
  oldName: z.string(),
  newName: z.string(),
  foundBy: z.enum(['id', 'since', 'family', 'person']),
  isSamePerson: z.boolean(),
})
export type NewHolder = z.infer<typeof NewHolder>

export const listNewHolders = call({
  method: 'GET',
  path: '/api/v1/new-holders',
  group: 'admin',
  summary: 'Accounts with a new holder, newest import first (docs/billing-files.md)',
  access,
  query: z.object({ before: RowId.optional() }),
  reply: z.object({ holders: z.array(NewHolder), hasMore: z.boolean() }),
  problems: {},
})

export const undoNewHolder = call({
  method: 'POST',
  path: '/api/v1/new-holders/:id/same-person',
  group: 'admin',
  summary: 'Say that a new holder is the same person as the old one (docs/billing-files.md)',
  access,
  params: z.object({ id: RowId }),
  // A JSON body is required, because a form on another site cannot send one.
  body: z.object({}),
  reply: z.object({ undone: z.literal(true) }),
  problems: {
    'already-undone': { status: 409, title: 'This can’t be undone anymore. Reload the list.' },
    'of-extract': { status: 409, title: 'The extract names its persons. Correct this in the billing system.' },
  },
})
