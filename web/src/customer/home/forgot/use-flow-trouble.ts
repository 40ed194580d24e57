import { useState } from 'react'
import type { ApiProblem } from '#api/problem.ts'
import { asProblem } from '#api/send.ts'

/**
 * Why a call of a forgot flow got no reply: a wait or a refusal stands in the dialog; a server that cannot be reached,
 * or cannot reach the billing records, goes to the message modal in the words of C§8.
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
