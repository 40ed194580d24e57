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

/** How it ends there: dead, or standing still as in a suspended machine, to go on later as if nothing had happened. */
export const CrashSignal = z.enum(['SIGKILL', 'SIGSTOP']).default('SIGKILL')
export type CrashSignal = z.infer<typeof CrashSignal>
