import { adminConsoleTexts } from '@portal/contract/admin-console-texts'
import { ApiProblem } from '#api/problem.ts'
import { asProblem } from '#api/send.ts'

/**
 * Words a failure as the console does: without a reply it is 'Server Error!' (A§8), while a refusal keeps its own text.
 */
export function serverError(error: unknown): ApiProblem {
  const problem = asProblem(error)
  if (!problem.isUncertain) return problem
  const { name, detail, requestId } = problem
  return new ApiProblem({ name, detail, requestId, message: adminConsoleTexts.serverError })
}
