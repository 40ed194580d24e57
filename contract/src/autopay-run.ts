import { z } from 'zod'
import { exceptionLevels } from './admin-levels.ts'
import { PaidWith } from './bank-accounts.ts'
import { call } from './call.ts'
import { CalendarDate, Instant } from './dates.ts'
import { AccountNumber, RowId } from './ids.ts'
import { DecimalAmount } from './money.ts'
import { NextCharge } from './next-charge.ts'
import { Standing } from './reports.ts'

export const autopayRunTexts = {
  stoppedMeans:
    'Notices still leave, but nothing is charged. What is due waits, and is charged when AutoPay is turned on in System Maintenance.',
  due: 'What is due',
  show: 'Show charges',
} as const

/** Earlier days have only what is still to be done. */
export const dueDays = { earlier: 'Earlier', today: 'Today', tomorrow: 'Tomorrow' } as const
export type DueDay = keyof typeof dueDays

/** Of a charge that is not done, for staff. */
export const plannedStateNames = {
  PLANNED: 'Waiting for the notice',
  NOTIFIED: 'Ready',
  SENT: 'At the gateway',
  DECLINED: 'Declined',
} as const
export type OpenPlannedState = keyof typeof plannedStateNames

const Sum = z.object({ charges: z.number().int(), amount: DecimalAmount })

/** Of charges to come. */
const SumToCome = Sum.extend({
  /** So many of them have no amount, which is only known with their notice. */
  unpriced: z.number().int(),
  /** Of so many it is what is owed now: the customers were not told an amount yet. */
  estimated: z.number().int(),
  /** So many will not be charged as things stand: nothing is due, or too much, or the account takes no cards. */
  skipped: z.number().int(),
})
export type SumToCome = z.infer<typeof SumToCome>

const days = Object.keys(dueDays).filter((name): name is DueDay => Object.hasOwn(dueDays, name))
const openStates = Object.keys(plannedStateNames).filter((name): name is OpenPlannedState =>
  Object.hasOwn(plannedStateNames, name),
)

/** As it is now; amounts are what the charges would take. */
export const AutopayRun = z.object({
  /** When System Maintenance stopped it; null while it runs. */
  stoppedAt: Instant.nullable(),
  due: z.array(SumToCome.extend({ day: z.enum(days), date: CalendarDate, state: z.enum(openStates) })),
  held: z.array(SumToCome.extend({ reason: z.string(), oldestDue: CalendarDate })),
  /** The first day from which a charge is still to be done, up to today. */
  oldestDue: CalendarDate.nullable(),
  hour: z.object({ sent: z.number().int(), most: z.number().int() }),
  /** The newest day on which cards were charged; `failed`: declined for good. */
  last: z
    .object({
      day: CalendarDate,
      results: z.array(Sum.extend({ status: Standing })),
      failed: z.number().int(),
    })
    .nullable(),
  asOf: Instant,
})
export type AutopayRun = z.infer<typeof AutopayRun>

export const readAutopayRun = call({
  method: 'GET',
  path: '/api/v1/autopay-run',
  group: 'admin',
  summary: 'What AutoPay and scheduled payments charge next, and what is held back (docs/payments.md)',
  access: { admin: exceptionLevels },
  reply: AutopayRun,
  problems: {},
})

export const heldPageSize = 30

export const HeldCharge = z.object({
  id: z.number().int(),
  accountId: AccountNumber,
  next: NextCharge,
  ...PaidWith.shape,
  kind: z.enum(['autoPay', 'scheduled']),
})
export type HeldCharge = z.infer<typeof HeldCharge>

export const listHeldCharges = call({
  method: 'GET',
  path: '/api/v1/autopay-run/held',
  group: 'admin',
  summary: 'The charges that wait for one reason, oldest first (docs/payments.md)',
  access: { admin: exceptionLevels },
  query: z.object({ reason: z.string().regex(/^[a-z_]{1,40}$/), after: RowId.optional() }),
  reply: z.object({ charges: z.array(HeldCharge), hasMore: z.boolean() }),
  problems: {},
})
