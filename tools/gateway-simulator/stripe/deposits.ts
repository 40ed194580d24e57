import { dateIn, instantOf } from '@portal/contract/dates'
import { bankDaysAfter } from '@portal/server/adapters/payment-gateway/port-bank-days.ts'
import { z } from 'zod'
import { deposited, type TestBank } from './banks.ts'
import type { KeptDebit } from './books.ts'
import { Id, type StripeWorld, whole } from './endpoint.ts'

// Small deposits, by which a holder shows that an account is theirs.

const second = 1000

/** Bank days until small deposits arrive, and how long they may be answered. */
const daysToArrive = 2
const daysToVerify = 10

/** Of the intent of a payment or a setup. */
export function askForDeposits(world: StripeWorld, id: string) {
  const next_action = {
    type: 'verify_with_microdeposits',
    verify_with_microdeposits: {
      arrival_date: Math.floor(bankTime(world, daysToArrive) / second),
      hosted_verification_url: `https://payments.stripe.com/microdeposit/${id}`,
      microdeposit_type: 'descriptor_code',
    },
  } as const
  const dueAt = bankTime(world, daysToVerify)
  return { next_action, debit: { id, dueAt, cancelableUntil: Infinity, guesses: 0, isOver: false } }
}

/** So many bank days from now, or so many of the stand-in's own. */
export function bankTime({ now, bankDay }: StripeWorld, days: number): number {
  if (bankDay !== undefined) return now() + days * bankDay
  const today = dateIn('America/New_York', instantOf(now()))
  return Date.parse(`${bankDaysAfter(today, days)}T13:00:00.000Z`)
}

const mostGuesses = { descriptor_code: 10, amounts: 3 } as const

export const VerifyParams = Id.extend({
  amounts: z.array(whole).length(2).optional(),
  descriptor_code: z.string().optional(),
})

const prefix = 'payment_method_microdeposit_'

/** `over`: there is no other try. */
export function guess(
  debit: KeptDebit,
  { fate }: TestBank,
  { amounts, descriptor_code: code }: z.output<typeof VerifyParams>,
): { outcome: 'right' } | { outcome: 'wrong'; debit: KeptDebit; code: string } | { outcome: 'over'; code: string } {
  const answer = deposited({ ...(amounts && { amounts }), ...(code !== undefined && { code }) })
  const guesses = debit.guesses + 1
  const most = code === undefined ? mostGuesses.amounts : mostGuesses.descriptor_code
  if (fate.kind === 'depositsFail') return { outcome: 'over', code: `${prefix}failed` }
  if (answer === 'late') return { outcome: 'over', code: `${prefix}verification_timeout` }
  if (answer === 'tooMany' || (answer === 'wrong' && guesses >= most))
    return { outcome: 'over', code: `${prefix}verification_attempts_exceeded` }
  if (answer === 'right') return { outcome: 'right' }
  const wrong = code === undefined ? 'amounts' : 'descriptor_code'
  return { outcome: 'wrong', debit: { ...debit, guesses }, code: `${prefix}verification_${wrong}_mismatch` }
}
