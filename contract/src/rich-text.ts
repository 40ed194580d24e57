import { z } from 'zod'
import { isSafeLink } from './links.ts'

/**
 * Older texts may have links with a user name, which used to be allowed. Such a text can still be read, and is shown
 * without that link. A text that is written now is refused for it.
 */
function isLink(address: string): boolean {
  return isSafeLink(address.replace(/^(https:[/]{2})[^/?#\\]*@/i, '$1'))
}

const Mark = z.discriminatedUnion('type', [
  z.object({ type: z.enum(['bold', 'italic', 'underline', 'strike']) }),
  z.object({ type: z.literal('link'), attrs: z.object({ href: z.string().max(2000).refine(isLink) }) }),
])
export type Mark = z.infer<typeof Mark>

/** The database cannot store a NUL character or half of a surrogate pair. */
const Words = z
  .string()
  .min(1)
  .refine((text) => text.isWellFormed() && !text.includes('\0'))

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
// Written out and not recursive: a list is at most two levels deep inside another one.
const InnermostList = listOf(Paragraph)
const InnerList = listOf(z.union([Paragraph, InnermostList]))
const List = listOf(z.union([Paragraph, InnerList]))

/** How long a text may be, in characters of its JSON. */
export const longestContent = 64_000

/**
 * A formatted text as the editor's JSON (R14). It has only these nodes, marks and links, and is never HTML; anything
 * else the editor puts in is dropped. Its only limit is `longestContent`: somebody who writes a long list is told that
 * it is too long, not that something in it is wrong.
 */
export const RichText = z
  .object({ type: z.literal('doc'), content: z.array(z.union([Paragraph, Heading, List])) })
  .refine((text) => JSON.stringify(text).length <= longestContent)
export type RichText = z.infer<typeof RichText>
export type RichTextBlock = RichText['content'][number]
