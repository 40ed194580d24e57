import { signUpTexts } from '@portal/contract/sign-up'
import { useEffect, useEffectEvent, useState } from 'react'
import type { ApiProblem } from '#api/problem.ts'
import { asProblem } from '#api/send.ts'
import { usePopup } from '#session/popup.tsx'
import { t } from '#ui/text/t.ts'

/** What the wizard does when it cannot continue. */
export interface WayOut {
  /** Sign-up has been switched off in the meantime. */
  readonly onClosed: () => void
  /** The enrollment has ended, or never existed. */
  readonly onOver: () => void
}

/** Of every step (C§8). */
export function useStepProblem({ onClosed, onOver }: WayOut) {
  const popup = usePopup()
  const [problem, setProblem] = useState<ApiProblem | null>(null)
  return {
    /** On the page, until the next attempt. */
    problem,
    clear: () => setProblem(null),
    report: (error: unknown) => {
      const cause = asProblem(error)
      if (cause.name === 'maintenance') onClosed()
      else if (cause.name === 'enrolment-over') onOver()
      else if (cause.isUncertain) popup.show({ kind: 'danger', message: t(signUpTexts.network) })
      else if (cause.name === 'partner-down') {
        popup.show({ kind: 'danger', message: `${t(signUpTexts.network)}\n${cause.message}` })
      } else setProblem(cause)
    },
  }
}

/** If the wizard cannot continue, it leaves by `WayOut`. */
export function useCustomerProblem(error: Error | null, { onClosed, onOver }: WayOut): ApiProblem | null {
  const problem = error ? asProblem(error) : null
  const name = problem?.name
  const leave = useEffectEvent(() => {
    if (name === 'maintenance') onClosed()
    if (name === 'enrolment-over') onOver()
  })
  useEffect(() => leave(), [name])
  return problem
}
