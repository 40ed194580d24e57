import { z } from 'zod'
import { call } from './call.ts'
import { Instant } from './dates.ts'
import { AccountNumber, RowId } from './ids.ts'
import { NotificationChannel, messageKinds } from './notifications.ts'

/** What became of a message, for its recipient. */
export const sentStatuses = {
  waiting: 'Waiting',
  sent: 'Sent',
  delivered: 'Delivered',
  notDelivered: 'Not delivered',
} as const
export const SentStatus = z.enum(['waiting', 'sent', 'delivered', 'notDelivered'])
export type SentStatus = z.infer<typeof SentStatus>

const SentNotification = z.object({
  id: z.number().int(),
  kind: z.enum(messageKinds),
  channel: NotificationChannel,
  accountId: AccountNumber,
  /** Of an announcement; empty for others. */
  subject: z.string(),
  at: Instant,
  /** Masked, as in `a…@example.com`; empty while it waits. */
  address: z.string(),
  status: SentStatus,
})
export type SentNotification = z.infer<typeof SentNotification>

export const listSentNotifications = call({
  method: 'GET',
  path: '/api/v1/notifications/sent',
  group: 'dashboard',
  summary: 'What was sent to the customer in the last 13 months, the newest first (R42)',
  access: 'customer',
  query: z.object({ before: RowId.optional() }),
  reply: z.object({ sent: z.array(SentNotification), hasMore: z.boolean() }),
  problems: {},
})

/** As a message has it: its number and 128 bits. Anything else was cut off or changed on its way. */
export const wholeStopToken = /^[1-9]\d{0,14}\.[\w-]{22}$/

/** Proves which message a link is of; whoever has it may stop messages like that one. */
export const StopToken = z.object({ token: z.string().max(80) })

const linkUnknown = {
  'link-unknown': { status: 404, title: 'This link is incomplete. Log in to change your notifications.' },
} as const

/** What the link of a message stops. */
const StopAbout = z.object({
  kind: z.enum(messageKinds),
  channel: NotificationChannel,
  /** The account's last four digits. An announcement is of all accounts. */
  accountEnd: z.string(),
  /** Whether paper bills follow, because these emails were the bills. */
  bringsPaper: z.boolean(),
})
export type StopAbout = z.infer<typeof StopAbout>

export const readStop = call({
  method: 'POST',
  path: '/api/v1/notifications/stop/about',
  group: 'general',
  summary: 'What the link in a message stops; null for a message of long ago (R42)',
  access: 'anyone',
  body: StopToken,
  reply: z.object({ about: StopAbout.nullable() }),
  problems: linkUnknown,
})

/** By the link in a message: who has it may stop what the message is about, and nothing else. */
export const stopNotifications = call({
  method: 'POST',
  path: '/api/v1/notifications/stop',
  group: 'general',
  summary: 'Stop notifications like the one whose link this is (R42)',
  access: 'anyone',
  body: StopToken,
  reply: z.object({ stopped: z.literal(true) }),
  problems: linkUnknown,
})

/** Where mail programs post for one click (RFC 8058), with the token in the query. No call: they decide the form. */
export const oneClickStopPath = '/api/v1/notifications/one-click-stop'
