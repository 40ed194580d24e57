import { z } from 'zod'

/** The points of a payment at which a server process may die, in order (docs/payments.md, "When something dies"). */
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

/** How the process stops there: killed, or suspended like a machine, to continue later as if nothing had happened. */
export const CrashSignal = z.enum(['SIGKILL', 'SIGSTOP']).default('SIGKILL')
export type CrashSignal = z.infer<typeof CrashSignal>
