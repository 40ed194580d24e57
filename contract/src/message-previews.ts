import { z } from 'zod'
import { levelsOfTab } from './admin-levels.ts'
import { call } from './call.ts'

/** All ours. */
export const messagePreviewTexts = {
  message: 'Message',
  plainText: 'Email as plain text',
  text: 'Text message',
} as const

const PreviewGroup = z.enum(['news', 'payments', 'autopay', 'schedules', 'cards', 'login'])
export type PreviewGroup = z.infer<typeof PreviewGroup>

export const previewGroups: Readonly<Record<PreviewGroup, string>> = {
  news: 'Notifications that customers choose',
  payments: 'Receipts and refunds',
  autopay: 'AutoPay',
  schedules: 'Scheduled payments',
  cards: 'Saved payment methods',
  login: 'Online account and login',
}

const TextPreview = z.object({
  words: z.string(),
  /** Each is paid for. */
  parts: z.number().int(),
})

export const MessagePreview = z.object({
  id: z.string(),
  /** In its own words (R46). */
  language: z.string(),
  group: PreviewGroup,
  name: z.string(),
  /** Which of its cases, as the conditions of its file ask for it: `why: staff`. Empty where there is one. */
  example: z.string(),
  /** Of the profile. */
  file: z.string(),
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
  path: '/api/v1/message-previews/:id/email',
  group: 'admin',
  summary: 'The HTML of an email, with example values (docs/notifications.md)',
  access: { admin: levelsOfTab.announcements },
  params: z.object({ id: z.string().regex(/^[\w.-]{1,80}$/) }),
  isFrame: true,
  reply: z.string(),
  problems: {},
})
