import { type AdminSession, readAdminSession } from '@portal/contract/admin-sign-in'
import { useEffect, useEffectEvent, useState } from 'react'
import type { ApiProblem } from '#api/problem.ts'
import { asProblem, send } from '#api/send.ts'
import { leaveConsole } from '#session/leaving/leave-console.ts'
import { keepAdminHints } from '#session/storage/hints.ts'

/**
 * The signed-in administrator, as the server says. The storage keys of A§3 are written from it and never trusted (R5).
 * Without a session, goes to `/gwaadmin`.
 */
export function useAdminSession() {
  const [session, setSession] = useState<AdminSession | null>(null)
  const [problem, setProblem] = useState<ApiProblem | null>(null)
  const look = async (): Promise<AdminSession> => {
    try {
      const found = await send(readAdminSession)
      keepAdminHints(found)
      setSession(found)
      setProblem(null)
      return found
    } catch (error) {
      const cause = asProblem(error)
      if (cause.name === 'not-signed-in') leaveConsole()
      else setProblem(cause)
      throw cause
    }
  }
  const lookAgain = () => void look().catch(() => undefined)
  const begin = useEffectEvent(lookAgain)
  // The reply sets the state, not the effect.
  // oxlint-disable-next-line react/set-state-in-effect
  useEffect(() => begin(), [])
  return {
    session,
    /** Why the session could not be read; null once it has been. */
    problem: session ? null : problem,
    /** Asks again, because another administrator may have changed the level. */
    look,
    lookAgain,
  }
}
