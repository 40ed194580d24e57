import { z } from 'zod'
import { exceptionLevels } from './admin-levels.ts'
import { call } from './call.ts'
import { CalendarDate } from './dates.ts'

/** All ours. */
export const returnRatesTexts = {
  lead: 'How many bank payments came back in the last {days} days, and what Nacha, the network of US banks, allows. Above a limit, the banks may stop taking our debits.',
  alarmed:
    'This rate is above half of its limit. Find the payments in All payments by method Bank account, and call the payers. Until it falls, turn off what causes it.',
  fewReturns: 'An alarm needs at least {fewest} returns of a kind, because fewer among few payments say little.',
  none: 'No bank payments in the last {days} days.',
} as const

export const returnRateDays = 60

/** By the network's codes (Nacha's rules since 2015); `all` counts each return, also those without a code. */
export const returnKinds = {
  unauthorized: { name: 'Unauthorized', codes: ['R05', 'R07', 'R10', 'R29', 'R51'], limit: 50 },
  administrative: { name: 'Account closed, wrong or not found', codes: ['R02', 'R03', 'R04'], limit: 300 },
  all: { name: 'All returns', codes: [], limit: 1500 },
} as const satisfies Readonly<
  Record<
    string,
    {
      readonly name: string
      readonly codes: readonly string[]
      /** In hundredths of a percent. */ readonly limit: number
    }
  >
>
export type ReturnKind = keyof typeof returnKinds

/** Of a kind, for an alarm. */
export const fewestReturns = 3

/** How much of its limit a rate uses up: 1 is all of it. */
export function shareOfLimit(kind: ReturnKind, { returns, debits }: { returns: number; debits: number }): number {
  return debits === 0 ? 0 : (returns * 10_000) / debits / returnKinds[kind].limit
}

/** Of a rate; one above half of its limit is an accident while there are few returns. */
export function standingOf(kind: ReturnKind, counted: { returns: number; debits: number }): 'low' | 'few' | 'high' {
  if (shareOfLimit(kind, counted) <= 0.5) return 'low'
  return counted.returns < fewestReturns ? 'few' : 'high'
}

export const returnStandings = { low: 'Low', few: 'Too few to tell', high: 'Too high' } as const

export const ReturnRates = z.object({
  /** The first of the days. */
  since: CalendarDate,
  /** Sent to the banks since, returned or not. */
  debits: z.number().int(),
  returns: z.object({ unauthorized: z.number().int(), administrative: z.number().int(), all: z.number().int() }),
})
export type ReturnRates = z.infer<typeof ReturnRates>

export const readReturnRates = call({
  method: 'GET',
  path: '/api/v1/return-rates',
  group: 'admin',
  summary: 'How many bank payments came back, beside Nacha’s limits (docs/payments.md)',
  access: { admin: exceptionLevels },
  reply: ReturnRates,
  problems: {},
})
