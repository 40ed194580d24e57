import { adminUsersTexts, insertAdmin } from '@portal/contract/admin-users'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiProblem } from '#api/problem.ts'
import { asProblem, send } from '#api/send.ts'
import { usePopup } from '#session/popup.tsx'
import { useServerErrorPopup } from '../use-server-error-popup.ts'

interface NewUser {
  /** The level, as the value of the select. */
  readonly admin_role: string
  readonly email: string
  readonly username: string
  readonly password: string
}

interface AddUserOptions {
  /** Shows the server's refusals at the fields. */
  readonly refuse: (errors: readonly { readonly field: string; readonly message: string }[]) => void
  readonly onAdded: () => void
}

/** Adds an administrator and reports the result (A§8). */
export function useAddUser({ refuse, onAdded }: AddUserOptions) {
  const popup = usePopup()
  const showServerError = useServerErrorPopup()
  const [problem, setProblem] = useState<ApiProblem | null>(null)
  const add = useMutation({
    mutationFn: async ({ admin_role, email, username, password }: NewUser) =>
      await send(insertAdmin, { body: { admin_role, email, username, password } }),
    onMutate: () => setProblem(null),
    onSuccess: (reply) => {
      if (reply.result === 'Success') {
        popup.show({ kind: 'success', message: adminUsersTexts.added })
        onAdded()
      } else if (reply.description === adminUsersTexts.usernameTaken) {
        refuse([{ field: 'username', message: reply.description }])
      } else popup.show({ kind: 'danger', message: adminUsersTexts.addFailed })
    },
    onError: (error) => {
      const cause = asProblem(error)
      if (cause.errors.length > 0) refuse(cause.errors)
      else if (!showServerError(cause)) setProblem(cause)
    },
  })
  return { isPending: add.isPending, problem, send: add.mutate }
}
