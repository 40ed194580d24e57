import { z } from 'zod'
import { call } from './call.ts'
import { Checkout } from './checkout.ts'
import { Instant } from './dates.ts'
import { CheckoutPublicId } from './ids.ts'
import { Cents } from './money.ts'

/** Of the small deposits by which a holder shows that an account is theirs. */
export const verifyLimits = {
  /** Wrong ones, after which the account can't be verified anymore. */
  tries: { code: 10, amounts: 3 },
  days: 10,
  /** The day on which a payer who has not answered is reminded. */
  reminderDay: 8,
} as const

export const depositMessages = {
  code: 'Enter the 6 characters that begin with SM.',
  amount: 'Enter an amount from $0.01 to $0.99.',
} as const

export const DepositCode = z
  .string()
  .overwrite((typed) => typed.replace(/\s/g, '').toUpperCase())
  .regex(/^SM[A-Z0-9]{4}$/, depositMessages.code)

export const DepositAmount = z
  .int(depositMessages.amount)
  .min(1, depositMessages.amount)
  .max(99, depositMessages.amount)

/** What the statement shows: a code, or two amounts in cents in any order. */
export const Deposited = z.object({
  code: DepositCode.optional(),
  amounts: z.tuple([DepositAmount, DepositAmount], depositMessages.amount).optional(),
})

export const wrongDeposit = {
  status: 409,
  title: 'That isn’t what your bank got from us. Check your statement.',
} as const

const bankServiceDown = {
  status: 503,
  title: 'We have no answer from the payment service yet. Check this payment again in a few minutes.',
} as const

/** The link of an email opens it, without a session: whoever has the statement of the account may answer. */
export const verifyBankAccount = call({
  method: 'POST',
  path: '/api/v1/checkout/:link/verify',
  group: 'pay-now',
  summary: 'Verify the bank account of a payment by the small deposits it got (docs/payments.md)',
  access: 'visitor',
  params: z.object({ link: CheckoutPublicId }),
  body: Deposited,
  reply: Checkout,
  problems: {
    /** Its `detail` is how many tries are left. */
    'wrong-deposit': wrongDeposit,
    'no-tries-left': {
      status: 409,
      title: 'Your bank account can’t be verified after so many wrong tries. Nothing was charged.',
    },
    'verification-over': {
      status: 409,
      title: 'Your bank account can’t be verified anymore. Nothing was charged.',
    },
    'not-verifying': { status: 409, title: 'This payment isn’t waiting for a bank account to be verified.' },
    'bank-service-down': bankServiceDown,
  },
})

/** An attempt with an answer, never a promise. What was canceled before stays so. */
export const cancelBankPayment = call({
  method: 'POST',
  path: '/api/v1/checkout/:link/cancel',
  group: 'pay-now',
  summary: 'Cancel a payment from a bank account, until the bank has it (docs/payments.md)',
  access: 'visitor',
  params: z.object({ link: CheckoutPublicId }),
  body: z.object({}),
  reply: Checkout,
  problems: {
    'too-late': { status: 409, title: 'It’s too late to cancel. The payment was already sent to your bank.' },
    'bank-service-down': bankServiceDown,
  },
})

/** Their payer sees to it: nothing is debited before. */
export const listUnverifiedPayments = call({
  method: 'GET',
  path: '/api/v1/bank-payments/unverified',
  group: 'dashboard',
  summary: 'The customer’s payments whose bank account is to be verified (docs/payments.md)',
  access: 'customer',
  reply: z.object({
    payments: z.array(z.object({ checkout: CheckoutPublicId, amount: Cents, verifyBy: Instant })),
  }),
  problems: {},
})
