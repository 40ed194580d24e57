import { checkoutProblems } from '@portal/contract/payments'
import { stepwiseTexts } from '@portal/contract/stepwise-payments'
import { Refusal } from '../../../http/problem.ts'

/**
 * Runs a rule shared with `POST /api/v1/checkout`. What that call refuses as a problem of its own, these calls answer
 * as a sentence (R4).
 * @returns the sentence when the rule refused.
 */
export async function orSentence<T>(rule: Promise<T>): Promise<{ value: T } | { sentence: string }> {
  try {
    return { value: await rule }
  } catch (error) {
    if (error instanceof Refusal && Object.hasOwn(checkoutProblems, error.problemName)) {
      const { balances } = error.extras
      return { sentence: balances ? stepwiseTexts.balanceChanged(balances) : error.text.title }
    }
    throw error
  }
}
