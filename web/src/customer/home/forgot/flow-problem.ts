import type { ApiProblem } from '#api/problem.ts'
import { asProblem } from '#api/send.ts'

/**
 * Whether a call of a forgot flow failed because the server, or the billing records behind it, cannot be reached. The
 * message modal says so, in the wording of C§8.
 */
export function isOutOfReach(error: Error): boolean {
  const { isUncertain, name } = asProblem(error)
  return isUncertain || name === 'partner-down'
}

/** What the dialog itself says of a failed call: a refusal, or how long to wait. */
export function problemInDialog(error: Error | null): ApiProblem | null {
  return error && !isOutOfReach(error) ? asProblem(error) : null
}
