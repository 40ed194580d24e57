import { z } from 'zod'
import { call } from './call.ts'

export const SafeAddress = z.string().regex(/^(\/(?!\/)|https:\/\/|mailto:|tel:)/)

export const TextRun = z.object({
  text: z.string(),
  isStrong: z.boolean().optional(),
  isEmphasized: z.boolean().optional(),
  address: SafeAddress.optional(),
})
export type TextRun = z.infer<typeof TextRun>

export const TextBlock = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('heading'), level: z.union([z.literal(2), z.literal(3)]), runs: z.array(TextRun) }),
  z.object({ kind: z.literal('paragraph'), runs: z.array(TextRun) }),
  z.object({ kind: z.literal('list'), isOrdered: z.boolean(), items: z.array(z.array(TextRun)) }),
])
export type TextBlock = z.infer<typeof TextBlock>

/** Data, never HTML. */
export const PageText = z.object({ title: z.string(), blocks: z.array(TextBlock) })
export type PageText = z.infer<typeof PageText>

/** Written by the utility (C§2.1, R23). */
export const PageTextName = z.enum(['termsAndConditions', 'privacyPolicy'])
export type PageTextName = z.infer<typeof PageTextName>

export const readPageText = call({
  method: 'GET',
  path: '/api/v1/page-text/:name',
  group: 'general',
  summary: 'A page of text written by the utility (C§2.1, R23)',
  access: 'anyone',
  params: z.object({ name: PageTextName }),
  reply: PageText,
  problems: {},
})
