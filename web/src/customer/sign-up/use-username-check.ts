import { checkUsername, signUpTexts } from '@portal/contract/sign-up'
import { NewUsername } from '@portal/contract/sign-up-payload'
import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { send } from '#api/send.ts'
import { t } from '#ui/text/t.ts'

interface UsernameCheckOptions {
  /** It may change while the server is being asked. */
  readonly nameNow: () => string
  readonly onTaken: (message: string) => void
  readonly onTrouble: (error: unknown) => void
}

/** When the field loses the focus (C§2.3, C§5). */
export function useUsernameCheck({ nameNow, onTaken, onTrouble }: UsernameCheckOptions) {
  const lastAsked = useRef<string | null>(null)
  const check = useMutation({
    mutationFn: async (username: string) => (await send(checkUsername, { body: { username } })).result,
    onSuccess: (result, username) => {
      if (result.status === 'True' && username === nameNow().trim()) onTaken(result.description)
    },
    onError: (error) => {
      lastAsked.current = null
      onTrouble(error)
    },
  })
  const isAnswered = check.isSuccess && check.variables === nameNow().trim()
  const isTaken = isAnswered && check.data.status === 'True'
  return {
    isChecking: check.isPending,
    /** The server has said whether the name in the field now is taken. */
    isAnswered,
    isFree: isAnswered && !isTaken,
    /** For screen readers. */
    status: statusText(check.isPending, isAnswered, isTaken),
    onLeave: () => {
      const name = nameNow().trim()
      if (name === lastAsked.current || !NewUsername.safeParse(name).success) return
      lastAsked.current = name
      check.mutate(name)
    },
  }
}

function statusText(isChecking: boolean, isAnswered: boolean, isTaken: boolean): string {
  if (isChecking) return t('Checking this username…')
  if (!isAnswered) return ''
  return isTaken ? t(signUpTexts.usernameTaken) : t('This username is available.')
}
