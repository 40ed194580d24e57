import type { SessionKind } from '@portal/contract/call'
import { endOwnSession, listOwnSessions, ownSessionsTexts } from '@portal/contract/own-sessions'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { asProblem, send } from '#api/send.ts'

/** The outcome of ending a session. */
interface EndingResult {
  readonly tone: 'success' | 'info' | 'error'
  readonly text: string
}

/** A session to end, and the password that shows whose it is. */
interface Ending {
  readonly id: number
  readonly currentPassword: string
  /** Called with the reason when the password is refused. */
  readonly onRefused: (reason: string) => void
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
  const [asked, setAsked] = useState<number | null>(null)
  const list = useQuery({
    queryKey: ['own-sessions', as],
    queryFn: async ({ signal }) => (await send(listOwnSessions, { as, signal })).result,
    gcTime: 0,
  })
  const end = useMutation({
    mutationFn: async ({ id, currentPassword }: Ending) =>
      (await send(endOwnSession, { as, body: { id, currentPassword } })).result,
    onMutate: () => setResult(null),
    onSuccess: async (reply, { onRefused }) => {
      if (reply.status === 'Failed' && reply.field) return onRefused(reply.description)
      await list.refetch()
      setAsked(null)
      setEndings((count) => count + 1)
      setResult({ tone: toneOf(reply), text: reply.description })
    },
    onError: (error) => setResult({ tone: 'error', text: worded(error).message }),
  })
  return {
    sessions: list.data ?? [],
    isPending: list.isPending,
    error: list.error,
    readAgain: () => void list.refetch(),
    /** The number of times the view has begun anew, because a session was ended. */
    endings,
    /** The outcome of the last attempt to end one. */
    result,
    /** The id of the session that the user wants to end and has to give the password for. */
    asked,
    ask: (id: number | null) => {
      setResult(null)
      setAsked(id)
    },
    isEnding: end.isPending,
    end: (ending: Ending) => {
      if (!end.isPending) end.mutate(ending)
    },
  }
}

function toneOf({ status, description }: { status: 'Success' | 'Failed'; description: string }): EndingResult['tone'] {
  if (status === 'Success') return 'success'
  return description === ownSessionsTexts.endedAlready ? 'info' : 'error'
}
