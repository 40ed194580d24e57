import { signUpTexts } from '@portal/contract/sign-up'
import { useEffect, useEffectEvent, useState } from 'react'
import type { ApiProblem } from '#api/problem.ts'
import { asProblem } from '#api/send.ts'
import { usePopup } from '#session/popup.tsx'

/** Where the wizard goes when it cannot go on. */
export interface WayOut {
  /** Sign-up has been switched off meanwhile. */
  readonly onClosed: () => void
  /** The enrolment has ended, or was never there. */
  readonly onOver: () => void
}

/** What every step does when the server does not do what was asked (C§8). */
export function useTrouble({ onClosed, onOver }: WayOut) {
  const popup = usePopup()
  const [problem, setProblem] = useState<ApiProblem | null>(null)
  return {
    /** To be shown in place, until the next try. */
    problem,
    clear: () => setProblem(null),
    tell: (error: unknown) => {
      const told = asProblem(error)
      if (told.name === 'maintenance') onClosed()
      else if (told.name === 'enrolment-over') onOver()
      else if (told.isUncertain) popup.show({ kind: 'danger', message: signUpTexts.network })
      else if (told.name === 'partner-down') {
        popup.show({ kind: 'danger', message: `${signUpTexts.network}\n${told.message}` })
      } else setProblem(told)
    },
  }
}

/** Why the customer of a step could not be read; when the wizard cannot go on with them, it leaves by the way out. */
export function useUnread(error: Error | null, { onClosed, onOver }: WayOut): ApiProblem | null {
  const problem = error ? asProblem(error) : null
  const name = problem?.name
  const leave = useEffectEvent(() => {
    if (name === 'maintenance') onClosed()
    if (name === 'enrolment-over') onOver()
  })
  useEffect(() => leave(), [name])
  return problem
}
