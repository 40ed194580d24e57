import { adminUsersTexts, insertAdmin } from '@portal/contract/admin-users'
import { useMutation } from '@tanstack/react-query'
import { send } from '#api/send.ts'
import { usePopup } from '#session/popup.tsx'
import type { Refuse } from '#ui/form/use-checked-form.ts'
import { problemInForm } from '../view-parts/server-error.ts'
import { useShowFailure } from '../view-parts/use-show-failure.ts'

interface NewUser {
  /** The level, as the value of the select. */
  readonly admin_role: string
  readonly email: string
  readonly username: string
  readonly password: string
}

interface AddUserOptions {
  readonly refuse: Refuse
  readonly onAdded: () => void
}

/** Adds an administrator and reports the result (A§8). */
export function useAddUser({ refuse, onAdded }: AddUserOptions) {
  const popup = usePopup()
  const add = useMutation({
    mutationFn: async ({ admin_role, email, username, password }: NewUser) =>
      await send(insertAdmin, { body: { admin_role, email, username, password } }),
    onSuccess: (reply) => {
      if (reply.result === 'Success') {
        popup.show({ kind: 'success', message: adminUsersTexts.added })
        onAdded()
      } else if (reply.description === adminUsersTexts.usernameTaken) {
        refuse([{ field: 'username', message: reply.description }])
      } else popup.show({ kind: 'danger', message: adminUsersTexts.addFailed })
    },
    onError: useShowFailure(refuse),
  })
  return { isPending: add.isPending, problem: problemInForm(add.error), send: add.mutate }
}
