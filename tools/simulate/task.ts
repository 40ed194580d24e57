import { z } from 'zod'
import type { Tally } from './tally.ts'

/** What one thread does. */
export const Task = z.object({
  /** Its database. */
  url: z.string(),
  first: z.number().int(),
  many: z.number().int(),
  /** Ends with the first seed that breaks a promise. */
  stopAtFirst: z.boolean(),
  /** The name of the safeguard that is taken away; the worlds are those in which it matters. */
  without: z.string().nullable(),
})
export type Task = z.infer<typeof Task>

/** What a thread says. */
export const Message = z.union([z.object({ progress: z.custom<Tally>() }), z.object({ done: z.custom<Tally>() })])
export type Message = z.infer<typeof Message>
