import { z } from 'zod'

/**
 * - `dropBefore`, `dropAfter`: the connection breaks, before or after the work is done.
 * - `hang`: no reply, and the connection stays open.
 * - `status`: this reply instead of the right one; `isDone` says whether the work is done all the same.
 * - `delay`: everything goes well, later.
 * - `html`: what a proxy in front of the gateway answers.
 */
export const StripeFault = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('dropBefore') }),
  z.object({ kind: z.literal('dropAfter') }),
  z.object({ kind: z.literal('hang'), isDone: z.boolean().default(true) }),
  z.object({ kind: z.literal('status'), status: z.number().int(), isDone: z.boolean().default(false) }),
  z.object({ kind: z.literal('delay'), milliseconds: z.number().int() }),
  z.object({ kind: z.literal('html'), status: z.number().int().default(502), isDone: z.boolean().default(false) }),
])
export type StripeFault = z.output<typeof StripeFault>
