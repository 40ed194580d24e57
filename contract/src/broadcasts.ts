import { z } from 'zod'
import { levelsOfTab } from './admin-levels.ts'
import { type BroadcastState, broadcastStates, broadcastTexts } from './broadcasts-texts.ts'
import { call } from './call.ts'
import { Instant } from './dates.ts'
import { exceptionsTexts } from './exceptions-texts.ts'
import { Count, RowId } from './ids.ts'
import { tooLong } from './input-texts.ts'
import { english } from './language.ts'
import { isSafeLink } from './links.ts'
import { TotalResults } from './notification-runs.ts'
import { NotificationChannel } from './notifications.ts'
import { bareNumber } from './text.ts'

const states = Object.keys(broadcastStates).filter((name): name is BroadcastState =>
  Object.hasOwn(broadcastStates, name),
)

/** What an admin may do, or the portal: `finish`. */
export type BroadcastMove = 'save' | 'ask' | 'return' | 'approve' | 'stop' | 'finish' | 'delete'

/** The legal moves, and where each leads; null: gone. A change takes a request for approval back. */
export const broadcastMoves = {
  DRAFT: { save: 'DRAFT', ask: 'REVIEW', delete: null },
  REVIEW: { save: 'DRAFT', return: 'DRAFT', approve: 'SENDING' },
  SENDING: { stop: 'STOPPED', finish: 'SENT' },
  SENT: {},
  STOPPED: {},
} as const satisfies Record<BroadcastState, Partial<Record<BroadcastMove, BroadcastState | null>>>

/** Undefined when the state has no such move. */
export function moved(state: BroadcastState, move: BroadcastMove): BroadcastState | null | undefined {
  const moves: Partial<Record<BroadcastMove, BroadcastState | null>> = broadcastMoves[state]
  return moves[move]
}

/** Of any email: more is cut off on a phone. */
export const longestSubject = 50
export const longestBody = 5000
/** So many villages are offered, and may be chosen. */
export const mostVillages = 500
export const broadcastPage = 20
/** Drafts, with those that wait for approval. */
export const mostDrafts = 200

/** Kept as an archive, and shown to everyone who gets it. Every address in it is https. */
const words = (longest: number) =>
  z
    .string()
    .trim()
    .max(longest, tooLong(longest))
    .refine((text) => !/\d{13}/.test(bareNumber(text)), exceptionsTexts.longNumber)
    .refine(
      (text) => linksIn(text).every((link) => link.startsWith('https://') && isSafeLink(link)),
      broadcastTexts.links,
    )

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ')

export const Subject = words(longestSubject).min(1, broadcastTexts.subjectRequired).overwrite(oneLine)

export const Body = words(longestBody).overwrite((text) => text.replaceAll(/\r\n?/g, '\n'))

function linksIn(text: string): string[] {
  return text.match(/(?<![a-z\d+.-])[a-z\d+.-]+:[/\\]{2}\S*/gi) ?? []
}

/** How long it may be depends on the utility's words around it. */
export const TextWords = words(160).overwrite(oneLine)

const Words = z.object({
  subject: Subject,
  body: Body,
  text: TextWords,
  channels: z.array(NotificationChannel).min(1, broadcastTexts.channelRequired).max(2),
  /** Null: all. */
  villages: z.array(z.string().max(200)).min(1, broadcastTexts.villageRequired).max(mostVillages).nullable(),
})

const Listed = z.object({
  id: RowId,
  version: Count,
  state: z.enum(states),
  subject: z.string(),
  channels: z.array(NotificationChannel),
  villages: z.array(z.string()).nullable(),
  /** Messages found so far, and how many of them wait no more. */
  found: z.number().int(),
  sent: z.number().int(),
  written: z.object({ by: z.string(), at: Instant }),
})
export type ListedBroadcast = z.infer<typeof Listed>

const By = z.object({ by: z.string(), at: Instant }).nullable()

export const Broadcast = Listed.extend({
  body: z.string(),
  text: z.string(),
  asked: By,
  approved: By,
  stopped: By,
  /** All recipients are found. */
  isFound: z.boolean(),
  doneAt: Instant.nullable(),
  /** Whether the admin who reads this wrote it or asked for approval. */
  isOwn: z.boolean(),
  /** System Maintenance has stopped notifications. */
  isHeld: z.boolean(),
  /** Of the utility's day, in which messages leave. */
  hours: z.object({ from: z.number().int(), until: z.number().int() }),
  /** As the customer gets it; null where it is not sent that way. */
  email: z.object({ subject: z.string(), plainText: z.string() }).nullable(),
  textMessage: z.string().nullable(),
  results: z.array(z.object({ channel: NotificationChannel, counts: TotalResults })),
})
export type Broadcast = z.infer<typeof Broadcast>

export const BroadcastOptions = z.object({
  villages: z.array(z.string()),
  sendsTexts: z.boolean(),
  /** Characters of a text message, without what is added. */
  textRoom: z.number().int(),
})
export type BroadcastOptions = z.infer<typeof BroadcastOptions>

const access = { admin: levelsOfTab.announcements } as const
const params = z.object({ id: RowId })
const changed = { status: 409, title: 'Another admin has changed this message. Open it again.' } as const
const gone = { status: 404, title: 'This message has been deleted.' } as const

export const listBroadcasts = call({
  method: 'GET',
  path: '/api/v1/broadcasts',
  group: 'admin',
  summary: 'Messages to customers, the newest first (R45)',
  access,
  query: z.object({ before: RowId.optional() }),
  reply: z.object({ broadcasts: z.array(Listed), hasMore: z.boolean() }),
  problems: {},
})

export const readBroadcastOptions = call({
  method: 'GET',
  path: '/api/v1/broadcast-options',
  group: 'admin',
  summary: 'What can be chosen for a message to customers (R45)',
  access,
  reply: BroadcastOptions,
  problems: {},
})

export const readBroadcast = call({
  method: 'GET',
  path: '/api/v1/broadcasts/:id',
  group: 'admin',
  summary: 'A message to customers, with results (R45)',
  access,
  isPassive: true,
  params,
  reply: Broadcast,
  problems: { 'broadcast-gone': gone },
})

export const viewBroadcastEmail = call({
  method: 'GET',
  path: '/api/v1/broadcasts/:id/email',
  group: 'admin',
  summary: 'The HTML of a message to customers (R45)',
  access,
  params,
  isFrame: true,
  reply: z.string(),
  problems: { 'broadcast-gone': gone },
})

export const countRecipients = call({
  method: 'GET',
  path: '/api/v1/broadcasts/:id/recipients',
  group: 'admin',
  summary: 'How many would get a message now, by channel (R45)',
  access,
  params,
  reply: z.object({ counts: z.array(z.object({ channel: NotificationChannel, count: z.number().int() })) }),
  problems: { 'broadcast-gone': gone },
})

export const saveBroadcast = call({
  method: 'POST',
  path: '/api/v1/broadcasts',
  group: 'admin',
  summary: 'Save a message to customers as a draft (R45)',
  access,
  /** `id` and `version` of the message that is changed; left out for a new one. */
  body: Words.extend({ id: RowId.optional(), version: Count.optional() })
    .refine(({ channels, body }) => !channels.includes('email') || body !== '', {
      path: ['body'],
      message: broadcastTexts.bodyRequired,
    })
    .refine(({ channels, text }) => !channels.includes('text') || text !== '', {
      path: ['text'],
      message: broadcastTexts.textRequired,
    }),
  reply: Broadcast,
  problems: {
    'state-changed': changed,
    'too-many-drafts': { status: 409, title: english.t(broadcastTexts.tooManyDrafts, { mostDrafts }) },
  },
})

export const moveBroadcast = call({
  method: 'POST',
  path: '/api/v1/broadcasts/:id/move',
  group: 'admin',
  summary: 'Request approval of a message to customers, return, approve, stop or delete it (R45)',
  access,
  params,
  /** `version` as it was read. */
  body: z.object({ version: Count, move: z.enum(['ask', 'return', 'approve', 'stop', 'delete']) }),
  /** Null: deleted. */
  reply: Broadcast.nullable(),
  problems: {
    'state-changed': changed,
    'own-message': { status: 409, title: broadcastTexts.own },
    'same-person': { status: 409, title: exceptionsTexts.samePerson },
  },
})

export const testBroadcast = call({
  method: 'POST',
  path: '/api/v1/broadcasts/:id/test',
  group: 'admin',
  summary: 'Send the email of a message to the admin’s own address (R45)',
  access,
  params,
  body: z.object({}),
  reply: z.object({ address: z.string() }),
  problems: { 'broadcast-gone': gone },
})
