import { z } from 'zod'
import { levelsOfTab } from './admin-levels.ts'
import { call } from './call.ts'
import { messageKinds } from './notifications.ts'

/** All ours. */
export const messagePreviewTexts = {
  lead: 'What our emails and texts say, with example values. Their words are in the files of the utility profile.',
  message: 'Message',
  subject: 'Subject',
  html: 'Email',
  plainText: 'Email as plain text',
  text: 'Text message',
  textWithAmounts: 'Text message with amounts',
} as const

/** The messages whose words are files of the profile. */
export const previewedKinds = [...messageKinds, 'payment-confirmation'] as const
export const PreviewedKind = z.enum(previewedKinds)
export type PreviewedKind = z.infer<typeof PreviewedKind>

/** In the console. */
export const messageNames: Readonly<Record<PreviewedKind, string>> = {
  billReady: 'Bill ready',
  dueSoon: 'Bill due soon',
  overdue: 'Bill past due',
  paymentReceived: 'Payment received',
  paymentFailed: 'Payment failed',
  paymentRefunded: 'Payment refunded',
  chargeUpcoming: 'AutoPay charge to come',
  chargeFailed: 'AutoPay charge failed',
  autopayPaused: 'AutoPay paused',
  cardExpires: 'Card expires',
  announcement: 'Announcement',
  test: 'Test',
  'payment-confirmation': 'Payment receipt',
}

const TextPreview = z.object({
  words: z.string(),
  /** Each is paid for. */
  parts: z.number().int(),
})

export const MessagePreview = z.object({
  kind: PreviewedKind,
  /** Null where it is sent by text alone. */
  email: z.object({ subject: z.string(), plainText: z.string() }).nullable(),
  /** Null where it is sent by email alone. */
  text: TextPreview.nullable(),
  textWithAmounts: TextPreview.nullable(),
})
export type MessagePreview = z.infer<typeof MessagePreview>

export const readMessagePreviews = call({
  method: 'GET',
  path: '/api/v1/message-previews',
  group: 'admin',
  summary: 'What messages say, with example values (docs/notifications.md)',
  access: { admin: levelsOfTab.announcements },
  reply: z.array(MessagePreview),
  problems: {},
})

export const viewMessagePreview = call({
  method: 'GET',
  path: '/api/v1/message-previews/:kind/email',
  group: 'admin',
  summary: 'The HTML of an email, with example values (docs/notifications.md)',
  access: { admin: levelsOfTab.announcements },
  params: z.object({ kind: PreviewedKind }),
  isFrame: true,
  reply: z.string(),
  problems: {},
})
