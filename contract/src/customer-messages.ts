import { z } from 'zod'
import { adminLevels, hasTab } from './admin-levels.ts'
import { call } from './call.ts'
import { Instant } from './dates.ts'
import { PersonId, RowId } from './ids.ts'
import { NotificationChannel } from './notifications.ts'
import { StopReason } from './stopped-addresses.ts'

/** What became of a message, for staff. */
export const messageResults = {
  waiting: 'Waiting',
  sent: 'Sent',
  delivered: 'Delivered',
  notDelivered: 'Not delivered',
  unknown: 'Unconfirmed',
  notSent: 'Not sent',
} as const
export type MessageResult = keyof typeof messageResults
const results = Object.keys(messageResults).filter((name): name is MessageResult => Object.hasOwn(messageResults, name))

const reasons: Readonly<Record<string, string>> = {
  gone: 'The bill or payment is not in the billing system anymore.',
  undone: 'It no longer stood, such as a payment that was refunded.',
  receipt: 'The same address got another message about it, such as the receipt.',
  broadcast_stopped: 'An admin stopped this announcement.',
  paid: 'The bill was paid before it left.',
  late: 'It was too old when it could leave.',
  not_holder: 'The account is not this customer’s anymore.',
  not_wanted: 'The customer turned it off.',
  no_address: 'The customer has no address for it.',
  unproven: 'The customer has not confirmed the address.',
  stopped: 'The address is stopped.',
  run_dropped: 'An admin dropped all messages of this run.',
  worker_gone: 'The process stopped while sending it. It may have arrived.',
  notMobile: 'The number can’t get texts.',
  blocked: 'The phone or its carrier takes none of our texts.',
  unreachable: 'The phone was off or out of reach.',
  filtered: 'Carriers took it for spam.',
  sender: 'Our own sender is at fault.',
  busy: 'Too many texts were waiting.',
  other: 'The provider did not say why.',
}

/** Why a message did not arrive. What a mail server answered stands for itself. */
export function messageReasonInWords(reason: string): string {
  const [code = '', ...more] = reason.split(' ')
  if (Object.hasOwn(reasons, reason)) return reasons[reason] ?? reason
  // A trouble with the provider's own code.
  return more.length === 1 && Object.hasOwn(reasons, code) ? (reasons[code] ?? reason) : reason
}

export const messageSources = ['email', 'notification'] as const

export const CustomerMessage = z.object({
  /** Unique with its source: emails that are always sent, and notifications that were chosen. */
  id: z.number().int(),
  source: z.enum(messageSources),
  /** In words. */
  name: z.string(),
  channel: NotificationChannel,
  /** That it is about; empty for emails. */
  accountId: z.string(),
  /** Of an announcement; empty for others. */
  subject: z.string(),
  /** Masked; empty before it has left. */
  address: z.string(),
  at: Instant,
  result: z.enum(results),
  /** As a code, or in the mail server's words; empty when there is none. */
  reason: z.string(),
  mayRepeat: z.boolean(),
})
export type CustomerMessage = z.infer<typeof CustomerMessage>

export const CustomerMessages = z.object({
  /** Masked addresses of the customer that are stopped. */
  stopped: z.array(z.object({ channel: NotificationChannel, address: z.string(), why: StopReason, since: Instant })),
  /** Newest first. */
  messages: z.array(CustomerMessage),
  hasMore: z.boolean(),
})
export type CustomerMessages = z.infer<typeof CustomerMessages>

/** The levels of the pages that it is under. */
export const messageLevels = adminLevels.filter(
  (level) => hasTab(level, 'password-reset') || hasTab(level, 'phoned-in'),
)

export const listCustomerMessages = call({
  method: 'POST',
  path: '/api/v1/customer-messages',
  group: 'admin',
  summary: 'What was sent to a customer, with results, newest first (R44)',
  access: { admin: messageLevels },
  /** The last of each source that is known already. */
  body: z.object({ personId: PersonId, beforeEmail: RowId.optional(), beforeNotification: RowId.optional() }),
  reply: CustomerMessages,
  problems: {},
})

export const repeatMessage = call({
  method: 'POST',
  path: '/api/v1/customer-messages/send-again',
  group: 'admin',
  summary: 'Send a message to a customer again, if it may be repeated (R44)',
  access: { admin: messageLevels },
  body: z.object({ personId: PersonId, source: z.enum(messageSources), id: RowId }),
  reply: z.object({ repeated: z.literal(true) }),
  problems: { 'not-repeatable': { status: 409, title: 'This message can’t be sent again.' } },
})
