import { z } from 'zod'
import { exceptionLevels } from './admin-levels.ts'
import { PaidWith } from './bank-accounts.ts'
import { call } from './call.ts'
import { CalendarDate } from './dates.ts'
import { AccountNumber } from './ids.ts'
import { DecimalAmount } from './money.ts'
import { Why } from './reason.ts'

export const autopayExceptionsTexts = {
  title: 'AutoPay',
  due: 'Due date',
} as const

/** In the order of the list. */
export const autopayExceptionKinds = {
  failed: {
    name: 'Charge failed',
    meaning: 'The bank declined the charge for good. The bill is unpaid, and the customer was told.',
  },
  late: {
    name: 'Held past its due date',
    meaning: 'The bill is past due, and nothing was charged. If a late fee is added, waive it.',
  },
  stopped: {
    name: 'AutoPay is paused',
    meaning: 'Bills of this account are not charged until the customer turns AutoPay on again.',
  },
} as const satisfies Readonly<Record<string, { readonly name: string; readonly meaning: string }>>
export type AutopayExceptionKind = keyof typeof autopayExceptionKinds

const kinds = Object.keys(autopayExceptionKinds).filter((name): name is AutopayExceptionKind =>
  Object.hasOwn(autopayExceptionKinds, name),
)

/** `failed-12`: a planned charge or, if `stopped`, an agreement. */
export const AutopayExceptionKey = z.string().regex(new RegExp(`^(${kinds.join('|')})-[1-9][0-9]{0,14}$`))

export const AutopayException = z.object({
  key: AutopayExceptionKey,
  kind: z.enum(kinds),
  accountId: AccountNumber,
  /** The code of what holds it back, or why it failed or paused. */
  reason: z.string(),
  /** Null for an agreement. */
  dueOn: CalendarDate.nullable(),
  /** As the customer was told; null before that. */
  amount: DecimalAmount.nullable(),
  ...PaidWith.shape,
})
export type AutopayException = z.infer<typeof AutopayException>

export const listAutopayExceptions = call({
  method: 'GET',
  path: '/api/v1/exceptions/autopay',
  group: 'admin',
  summary: 'AutoPay that needs a person: failed, late and paused (docs/payments.md)',
  access: { admin: exceptionLevels },
  query: z.object({ after: AutopayExceptionKey.optional() }),
  reply: z.object({ exceptions: z.array(AutopayException), hasMore: z.boolean() }),
  problems: {},
})

export const markAutopaySeen = call({
  method: 'POST',
  path: '/api/v1/exceptions/autopay/:key/seen',
  group: 'admin',
  summary: 'Take an AutoPay exception off the list, with a reason (docs/payments.md)',
  access: { admin: exceptionLevels },
  params: z.object({ key: AutopayExceptionKey }),
  body: z.object({ why: Why }),
  reply: z.object({ seen: z.literal(true) }),
  problems: { 'already-settled': { status: 409, title: 'This is no longer open.' } },
})
