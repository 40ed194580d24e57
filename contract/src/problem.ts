import { z } from 'zod'
import type { ProblemText } from './call.ts'
import { CalendarDate } from './dates.ts'
import { ServiceFees } from './fees.ts'
import { AccountNumber } from './ids.ts'
import { Cents } from './money.ts'

/** RFC 9457, `application/problem+json` (R4). `type` is stable; `detail` never reveals internals. */
export const Problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number().int(),
  detail: z.string().optional(),
  requestId: z.string(),
  /** For `invalid`; `field` is a dotted path such as `card.cvv`. */
  errors: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
  retryAfterSeconds: z.number().int().optional(),
  checkout: z.uuid().optional(),
  /** For the utility. */
  today: CalendarDate.optional(),
  balances: z.array(z.object({ accountId: AccountNumber, amountDue: Cents })).optional(),
  /** What this payment's service fee is now, and the rules for any other. */
  fee: Cents.optional(),
  serviceFees: ServiceFees.optional(),
})
export type Problem = z.infer<typeof Problem>

export const commonProblems = {
  invalid: { status: 400, title: 'Check the information you entered.' },
  'not-signed-in': { status: 401, title: 'Log in to continue.' },
  'not-allowed': { status: 403, title: 'Action not allowed!' },
  'password-is-given': {
    status: 403,
    title: 'Another person set your password. Choose your own password to continue.',
  },
  'wrong-origin': { status: 403, title: 'This request was blocked because it didn’t come from our site.' },
  'not-found': { status: 404, title: 'Not found.' },
  'too-large': { status: 413, title: 'This request is too large.' },
  'too-many-tries': { status: 429, title: 'Too many attempts. Wait before you try again.' },
  maintenance: { status: 503, title: 'This service is down for maintenance. Try again later.' },
  'partner-down': {
    status: 502,
    title: 'We can’t reach our billing system right now. Try again in a few minutes.',
  },
  fault: { status: 500, title: 'Server Error. Try again later!' },
} as const satisfies Readonly<Record<string, ProblemText>>
export type CommonProblemName = keyof typeof commonProblems

/** To a page that asks for a call that is there no more, or does not know its reply. */
export const outdatedPage = 'The portal may have been updated while this page was open. Reload the page to continue.'

export function problemType(name: string): string {
  return `/problems/${name}`
}
