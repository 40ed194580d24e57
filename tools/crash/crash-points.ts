import { z } from 'zod'

/** Where a server process may die on the way of a payment, in order (docs/payments.md, "When something dies"). */
export const crashPoints = [
  'after-intent',
  'during-charge',
  'after-charge',
  'before-reply',
  'before-posting',
  'after-posting',
] as const
export const CrashPoint = z.enum(crashPoints)
export type CrashPoint = z.infer<typeof CrashPoint>
