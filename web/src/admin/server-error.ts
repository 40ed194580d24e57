import { adminConsoleTexts } from '@portal/contract/admin-console-texts'
import { ApiProblem } from '#api/problem.ts'
import { asProblem } from '#api/send.ts'

/**
 * A failure as the console words it: a call that did not come back is 'Server Error!' (A§8), a refusal keeps its own
 * words.
 */
export function serverError(error: unknown): ApiProblem {
  const problem = asProblem(error)
  if (!problem.isUncertain) return problem
  const { name, detail, requestId } = problem
  return new ApiProblem({ name, detail, requestId, message: adminConsoleTexts.serverError })
}
