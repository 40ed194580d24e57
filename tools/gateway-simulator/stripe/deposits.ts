import { z } from 'zod'
import { deposited, type TestBank } from './banks.ts'
import type { KeptDebit } from './books.ts'
import { Id, whole } from './endpoint.ts'

// Small deposits, by which a holder shows that an account is theirs.

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
