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

const Kind = z.enum(messageKinds)

const TextPreview = z.object({
  words: z.string(),
  /** Each is paid for. */
  parts: z.number().int(),
})

export const MessagePreview = z.object({
  kind: Kind,
  /** Null where another email is always sent. */
  email: z.object({ subject: z.string(), plainText: z.string() }).nullable(),
  text: TextPreview,
  textWithAmounts: TextPreview.nullable(),
})
export type MessagePreview = z.infer<typeof MessagePreview>

export const readMessagePreviews = call({
  method: 'GET',
  path: '/api/v1/message-previews',
  group: 'admin',
  summary: 'What notifications say, with example values (docs/notifications.md)',
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
  params: z.object({ kind: Kind }),
  isFrame: true,
  reply: z.string(),
  problems: {},
})
