import { useState } from 'react'
import type { ApiProblem } from '#api/problem.ts'
import { asProblem } from '#api/send.ts'

/**
 * The failure of a call in a forgot flow. A wait or a refusal is shown in the dialog; if the server, or the billing
 * records behind it, cannot be reached, the message modal says so in the wording of C§8.
 * @param network that message
 */
export function useFlowProblem(network: string, onMessage: (message: string) => void) {
  const [problem, setProblem] = useState<ApiProblem | null>(null)
  return {
    problem,
    clear: () => setProblem(null),
    report: (error: Error) => {
      const cause = asProblem(error)
      if (cause.isUncertain || cause.name === 'partner-down') onMessage(network)
      else setProblem(cause)
    },
  }
}
