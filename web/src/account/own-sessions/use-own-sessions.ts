import type { SessionKind } from '@portal/contract/call'
import { endOwnSession, listOwnSessions } from '@portal/contract/own-sessions'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { asProblem, send } from '#api/send.ts'

/** The outcome of ending a session. */
interface EndingResult {
  readonly tone: 'success' | 'info' | 'error'
  readonly text: string
}

export type OwnSessions = ReturnType<typeof useOwnSessions>

/**
 * The user's own sessions, fetched again whenever the view opens, and a way to end one of them.
 * @param as whose sessions: one browser may hold both a customer's and an administrator's
 * @param worded turns an error into the wording of the area that shows it
 */
export function useOwnSessions(as: Exclude<SessionKind, 'guest'>, worded = asProblem) {
  const [result, setResult] = useState<EndingResult | null>(null)
  const [endings, setEndings] = useState(0)
  const list = useQuery({
    queryKey: ['own-sessions', as],
    queryFn: async ({ signal }) => (await send(listOwnSessions, { as, signal })).result,
    gcTime: 0,
  })
  const end = useMutation({
    mutationFn: async (id: number) => (await send(endOwnSession, { as, body: { id } })).result,
    onMutate: () => setResult(null),
    onSuccess: async ({ status, description }) => {
      await list.refetch()
      setEndings((count) => count + 1)
      setResult({ tone: status === 'Success' ? 'success' : 'info', text: description })
    },
    onError: (error) => setResult({ tone: 'error', text: worded(error).message }),
  })
  return {
    sessions: list.data ?? [],
    isPending: list.isPending,
    error: list.error,
    readAgain: () => void list.refetch(),
    /** The number of sessions ended in this view. */
    endings,
    /** The outcome of the last attempt to end one. */
    result,
    /** The id of the session that is being ended. */
    ending: end.isPending ? end.variables : null,
    end: (id: number) => {
      if (!end.isPending) end.mutate(id)
    },
  }
}
