import { adminUsersTexts, checkAdminUsername } from '@portal/contract/admin-users'
import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { send } from '#api/send.ts'

interface UsernameCheckOptions {
  /** The name in the field now, which may change while the server is asked. */
  readonly nameNow: () => string
  readonly onTaken: () => void
}

/**
 * Asks whether a username is taken when its field is left (A§5). If it cannot ask now, the server decides on
 * submission.
 */
export function useUsernameCheck({ nameNow, onTaken }: UsernameCheckOptions) {
  const lastAsked = useRef('')
  const check = useMutation({
    mutationFn: async (username: string) => (await send(checkAdminUsername, { body: { username } })).result === 'true',
    onSuccess: (isTaken, username) => {
      if (isTaken && username === nameNow().trim()) onTaken()
    },
    onError: () => {
      lastAsked.current = ''
    },
  })
  const isAnswered = check.isSuccess && check.variables === nameNow().trim()
  const answer = check.data ? adminUsersTexts.usernameTaken : 'This username is available.'
  return {
    /** What to read out. */
    status: isAnswered ? answer : '',
    onLeave: () => {
      const name = nameNow().trim()
      if (name === '' || name === lastAsked.current) return
      lastAsked.current = name
      check.mutate(name)
    },
  }
}
