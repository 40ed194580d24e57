import { editAccountTexts } from '@portal/contract/edit-account-texts'
import { updateUserPassword } from '@portal/contract/sign-in'
import { signInTexts } from '@portal/contract/sign-in-texts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiProblem } from '#api/problem.ts'
import { asProblem, send } from '#api/send.ts'
import { usePopup } from '#session/popup.tsx'
import type { Person } from '../use-person.ts'

interface Passwords {
  readonly oldPassword: string
  readonly password: string
}

interface ChangePasswordOptions {
  readonly person: Person
  /** Shows the server's refusals at the fields. */
  readonly refuse: (errors: readonly { readonly field: string; readonly message: string }[]) => void
  readonly onDone: () => void
}

/** Changes the password and reports the result in the server's words (C§8). */
export function useChangePassword({ person, refuse, onDone }: ChangePasswordOptions) {
  const popup = usePopup()
  const [problem, setProblem] = useState<ApiProblem | null>(null)
  const change = useMutation({
    mutationFn: async ({ oldPassword, password }: Passwords) =>
      (await send(updateUserPassword, { body: { personId: person.personId, oldPassword, password } })).result,
    onMutate: () => setProblem(null),
    onSuccess: ({ status, description }) => {
      if (status === 'Success') {
        popup.show({
          kind: 'success',
          message: `${description}\nYou have been logged out everywhere else, and we are writing to you about it.`,
        })
        onDone()
      } else if (description === signInTexts.wrongCurrentPassword) {
        refuse([{ field: 'oldPassword', message: description }])
      } else {
        popup.show({ kind: 'danger', message: description })
      }
    },
    onError: (error) => {
      const cause = asProblem(error)
      if (cause.isUncertain) popup.show({ kind: 'danger', message: editAccountTexts.network })
      else if (cause.errors.length > 0) refuse(cause.errors)
      else setProblem(cause)
    },
  })
  return { isPending: change.isPending, problem, send: change.mutate }
}
