import { editAccountTexts } from '@portal/contract/edit-account-texts'
import type { PersonId } from '@portal/contract/ids'
import { updateUserPassword } from '@portal/contract/sign-in'
import { signInTexts } from '@portal/contract/sign-in-texts'
import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { asProblem, send } from '#api/send.ts'
import { usePopup } from '#session/popup.tsx'
import type { Refuse } from '#ui/form/use-checked-form.ts'

interface Passwords {
  readonly oldPassword: string
  readonly password: string
}

interface ChangePasswordOptions {
  readonly personId: PersonId
  readonly refuse: Refuse
  readonly onDone: () => void
}

/** Changes the password and reports the result in the server's words (C§8). */
export function useChangePassword({ personId, refuse, onDone }: ChangePasswordOptions) {
  const popup = usePopup()
  /** A try got no answer: it may have changed the password, whose current one would then be called wrong. */
  const isUncertain = useRef(false)
  const change = useMutation({
    mutationFn: async ({ oldPassword, password }: Passwords) =>
      (await send(updateUserPassword, { body: { personId, oldPassword, password } })).result,
    onSuccess: ({ status, description }) => {
      if (status === 'Success') {
        popup.show({
          kind: 'success',
          message: `${description} You’ve been logged out everywhere else. We’ll email you a notice of this change.`,
        })
        onDone()
      } else if (description === signInTexts.wrongCurrentPassword) {
        refuse([{ field: 'oldPassword', message: isUncertain.current ? signInTexts.perhapsChanged : description }])
      } else {
        popup.show({ kind: 'danger', message: description })
      }
    },
    onError: (error) => {
      const cause = asProblem(error)
      refuse(cause.errors)
      isUncertain.current ||= cause.isUncertain
      if (cause.isUncertain) popup.show({ kind: 'danger', message: editAccountTexts.network })
    },
  })
  // A missing reply is reported by the popup, and refusals of fields at the fields.
  const problem = change.error && asProblem(change.error)
  const isTold = !problem || problem.isUncertain || problem.errors.length > 0
  return { isPending: change.isPending, problem: isTold ? null : problem, send: change.mutate }
}
