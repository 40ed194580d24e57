import { z } from 'zod'
import { levelsOfTab } from './admin-levels.ts'
import { call } from './call.ts'
import { Instant } from './dates.ts'
import { RowId } from './ids.ts'
import { NotificationChannel } from './notifications.ts'
import { tooLongText } from './text.ts'

/** Why an address gets nothing more, for staff. */
export const stopReasons = {
  stop: 'Customer replied STOP',
  bounced: 'Emails came back',
  complained: 'Reported as spam',
  undelivered: 'Texts did not arrive',
} as const
export type StopReason = keyof typeof stopReasons

export const StopReason = z.enum(Object.keys(stopReasons).filter(isStopReason))

function isStopReason(name: string): name is StopReason {
  return Object.hasOwn(stopReasons, name)
}

/** All ours (R44). */
export const stoppedAddressesTexts = {
  noMatch: 'No stopped addresses match these filters.',
  search: 'Search',
  exportCsv: 'Export CSV',
} as const

/** Columns of the file, in their order. The list shows username and account together. */
export const stoppedColumns = {
  address: 'Address',
  channel: 'Channel',
  why: 'Why',
  since: 'Since',
  customers: 'Username',
  accounts: 'Account',
} as const

export const channelNames = { email: 'Email', text: 'Text' } as const

export const stoppedPageSize = 30

/** Of those who share an address, so many are named. */
export const mostCustomersNamed = 3

export const StoppedAddress = z.object({
  id: z.number().int(),
  channel: NotificationChannel,
  address: z.string(),
  why: StopReason,
  since: Instant,
  /** Who uses it; the account is one that they chose notifications for, or empty. */
  customers: z.array(z.object({ username: z.string(), accountId: z.string() })),
  /** So many use it besides. */
  others: z.number().int(),
})
export type StoppedAddress = z.infer<typeof StoppedAddress>

const empty = (value: unknown): unknown => (value === '' ? undefined : value)
export const longestAddressSearch = 100

export const StoppedFilter = z.object({
  channel: z.preprocess(empty, NotificationChannel.optional()),
  why: z.preprocess(empty, StopReason.optional()),
  /** The beginning of the address or of a username, in upper or lower case. */
  address: z.preprocess(
    empty,
    z
      .string()
      .trim()
      .max(longestAddressSearch, tooLongText.replace('{longest}', String(longestAddressSearch)))
      .optional(),
  ),
})
export type StoppedFilter = z.infer<typeof StoppedFilter>

/** Those who look after customers. */
const access = { admin: levelsOfTab['password-reset'] } as const

export const listStoppedAddresses = call({
  method: 'GET',
  path: '/api/v1/stopped-addresses',
  group: 'admin',
  summary: 'The addresses that get no more notifications, newest first (R44)',
  access,
  query: StoppedFilter.extend({ before: RowId.optional() }),
  reply: z.object({ addresses: z.array(StoppedAddress), hasMore: z.boolean() }),
  problems: {},
})

/** What a person replied to a text, as far as it said more than one word for the machine. */
const TextReply = z.object({
  id: z.number().int(),
  number: z.string(),
  words: z.string(),
  /** Whether it stopped the number. */
  isStop: z.boolean(),
  at: Instant,
  /** Whose confirmed number it is; empty where nobody’s. */
  usernames: z.array(z.string()),
})

export type TextReply = z.infer<typeof TextReply>

export const listTextReplies = call({
  method: 'GET',
  path: '/api/v1/text-replies',
  group: 'admin',
  summary: 'What people replied to texts in the last 13 months, newest first (R44)',
  access,
  query: z.object({ before: RowId.optional() }),
  reply: z.object({ replies: z.array(TextReply), hasMore: z.boolean() }),
  problems: {},
})

/** All ours (R44). */
export const textRepliesTexts = {
  from: 'Username',
} as const

export const mostStoppedExported = 50_000

/** The same as a file. */
export const exportStoppedAddresses = call({
  method: 'GET',
  path: '/api/v1/stopped-addresses.csv',
  group: 'admin',
  summary: 'The addresses that get no more notifications as a CSV file (R44)',
  access,
  query: StoppedFilter,
  download: 'text/csv',
  reply: z.string(),
  problems: {},
})
