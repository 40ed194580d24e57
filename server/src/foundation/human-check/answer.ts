import { Instant } from '@portal/contract/dates'
import { z } from 'zod'

/** The parts of an ALTCHA answer that we read. The signature over the whole challenge protects the others. */
const Answer = z.object({
  challenge: z.object({
    parameters: z.looseObject({
      algorithm: z.literal('PBKDF2/SHA-256'),
      nonce: z.string().max(200),
      salt: z.string().max(200),
      cost: z.number(),
      keyLength: z.number(),
      keyPrefix: z.string().max(200),
      keySignature: z.string().max(200),
      data: z.object({ expires: Instant, boundTo: z.string() }),
    }),
    signature: z.string().max(200),
  }),
  solution: z.object({ counter: z.number(), derivedKey: z.string().max(200), time: z.number().optional() }),
})
type Answer = z.infer<typeof Answer>

/** Reads the base64 text that a browser sends as its answer. Null when it is not such a text. */
export function readAnswer(text: string): Answer | null {
  const parsed = Answer.safeParse(readJson(Buffer.from(text, 'base64').toString('utf8')))
  return parsed.success ? parsed.data : null
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
