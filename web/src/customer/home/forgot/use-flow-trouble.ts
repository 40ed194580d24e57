import { useState } from 'react'
import type { ApiProblem } from '#api/problem.ts'
import { asProblem } from '#api/send.ts'

/**
 * The failure of a call in a forgot flow. A wait or a refusal is shown in the dialog; if the server, or the billing
 * records behind it, cannot be reached, the message modal says so in the wording of C§8.
 * @param network that message
 */
export function useFlowTrouble(network: string, onMessage: (message: string) => void) {
  const [problem, setProblem] = useState<ApiProblem | null>(null)
  return {
    problem,
    clear: () => setProblem(null),
    tell: (error: Error) => {
      const told = asProblem(error)
      if (told.isUncertain || told.name === 'partner-down') onMessage(network)
      else setProblem(told)
    },
  }
}
