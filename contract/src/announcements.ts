import { z } from 'zod'
import { call } from './call.ts'
import { isSafeLink } from './links.ts'
import { isStorableText } from './text.ts'

/** Older texts may have links with a user name: they are read without that link. New texts are refused for it. */
function isLink(address: string): boolean {
  return isSafeLink(address.replace(/^(https:[/]{2})[^/?#\\]*@/i, '$1'))
}

const Mark = z.discriminatedUnion('type', [
  z.object({ type: z.enum(['bold', 'italic', 'underline', 'strike']) }),
  z.object({ type: z.literal('link'), attrs: z.object({ href: z.string().max(2000).refine(isLink) }) }),
])
export type Mark = z.infer<typeof Mark>

const Words = z.string().min(1).refine(isStorableText)

const Inline = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: Words, marks: z.array(Mark).max(5).optional() }),
  z.object({ type: z.literal('hardBreak') }),
])
export type Inline = z.infer<typeof Inline>

const aligned = z.object({ textAlign: z.enum(['left', 'center', 'right', 'justify']).nullish() })
const inlines = z.array(Inline).optional()
const Paragraph = z.object({ type: z.literal('paragraph'), attrs: aligned.optional(), content: inlines })
const Heading = z.object({
  type: z.literal('heading'),
  attrs: aligned.extend({ level: z.union([z.literal(1), z.literal(2), z.literal(3)]) }),
  content: inlines,
})

const listOf = <Part extends z.ZodType>(part: Part) => {
  const content = z.array(z.object({ type: z.literal('listItem'), content: z.array(part).min(1) })).min(1)
  return z.discriminatedUnion('type', [
    z.object({ type: z.literal('bulletList'), content }),
    z.object({
      type: z.literal('orderedList'),
      attrs: z.object({ start: z.number().int().min(0).max(9999).nullish() }).optional(),
      content,
    }),
  ])
}
// Not recursive: a list is at most two levels deep inside another one.
const InnermostList = listOf(Paragraph)
const InnerList = listOf(z.union([Paragraph, InnermostList]))
const List = listOf(z.union([Paragraph, InnerList]))

/** In characters of the JSON. */
export const longestContent = 64_000

/** A formatted text as the editor's JSON, never HTML (R14). Unknown nodes, marks and links are dropped. */
export const RichText = z
  .object({ type: z.literal('doc'), content: z.array(z.union([Paragraph, Heading, List])) })
  .refine((text) => JSON.stringify(text).length <= longestContent)
export type RichText = z.infer<typeof RichText>
export type RichTextBlock = RichText['content'][number]

export const ImageFile = z.object({ name: z.string(), width: z.number().int(), height: z.number().int() })
export type ImageFile = z.infer<typeof ImageFile>

/** Parsed, unlike in the console's calls, so that it can be checked piece by piece. */
const Text = { id: z.number().int(), title: z.string(), content: RichText }

/** C§2.2. */
export const FrontAnnouncement = z.discriminatedUnion('type', [
  z.object({
    ...Text,
    type: z.literal('Image'),
    featured_image: z.string(),
    images: z.array(ImageFile).min(1),
  }),
  z.object({
    ...Text,
    type: z.literal('Video'),
    /** An https address on one of the profile's video hosts (R15). */
    featured_image: z.string(),
  }),
])
export type FrontAnnouncement = z.infer<typeof FrontAnnouncement>

export const SystemPop = z.object(Text)
export type SystemPop = z.infer<typeof SystemPop>

export const readAnnouncementsFront = call({
  method: 'GET',
  path: '/api/v1/announcements-front',
  group: 'general',
  summary: 'The visible announcements and the system pop-up of the login page (C§2.2, C§7)',
  access: 'anyone',
  reply: z.object({ announceList: z.array(FrontAnnouncement), systemPop: SystemPop.nullable() }),
  problems: {},
})
