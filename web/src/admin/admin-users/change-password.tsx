import { type AdminUser, adminUsersTexts, updateAdminUserPassword } from '@portal/contract/admin-users'
import { NewPassword, typedTwice } from '@portal/contract/credentials'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { ProblemNotice } from '#api/problem-notice.tsx'
import { send } from '#api/send.ts'
import { Button } from '#ui/button/button.tsx'
import { checkBySchema } from '#ui/form/check-by-schema.ts'
import { ErrorSummary } from '#ui/form/error-summary.tsx'
import { NewPasswordFields } from '#ui/form/password-field.tsx'
import { useCheckedForm } from '#ui/form/use-checked-form.ts'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { ResultDialog } from '../view-parts/result-dialog.tsx'
import { problemInForm } from '../view-parts/server-error.ts'
import { useShowFailure } from '../view-parts/use-show-failure.ts'
import layout from '#ui/form/form-layout.module.css'

interface ChangePasswordProps {
  readonly user: AdminUser
  readonly onClose: () => void
}

const fieldIds = { password: 'user-password', confirm: 'user-confirm' } as const
const empty = { password: '', confirm: '' }

const check = checkBySchema(
  z
    .object({
      password: z.string().min(1, adminUsersTexts.passwordRequired).pipe(NewPassword),
      confirm: z.string().min(1, adminUsersTexts.passwordRequired),
    })
    .refine(...typedTwice('password', 'confirm', adminUsersTexts.passwordsDiffer)),
)

/** Change Password of another administrator (A§2, A§5). A§8 adds '!' to the server's message. */
export function ChangePassword({ user, onClose }: ChangePasswordProps) {
  const [result, setResult] = useState<string | null>(null)
  const { form, attempt, errors, onSubmit, refuse } = useCheckedForm({ initialValues: empty, check, fieldIds })
  const change = useMutation({
    mutationFn: async (new_password: string) =>
      (await send(updateAdminUserPassword, { body: { id: user.id, new_password } })).result,
    onSuccess: ({ Description }) => setResult(`${Description}!`),
    onError: useShowFailure((refused) => refuse(refused.map(({ message }) => ({ field: 'password', message })))),
  })
  const problem = problemInForm(change.error)
  if (result !== null) {
    return (
      <ResultDialog title={adminUsersTexts.changePassword} onClose={onClose}>
        <p>{result}</p>
      </ResultDialog>
    )
  }
  return (
    <Dialog
      open
      holdsForm
      title={`${adminUsersTexts.changePassword}: ${user.username}`}
      onClose={change.isPending ? undefined : onClose}
    >
      <form
        noValidate
        className={layout.form}
        autoComplete="off"
        onSubmit={onSubmit(({ password }) => change.mutate(password))}
      >
        <ErrorSummary errors={errors} attempt={attempt} />
        {problem ? <ProblemNotice problem={problem} /> : null}
        <div className={layout.fields}>
          <NewPasswordFields
            password={{ id: fieldIds.password, ...form.getInputProps('password') }}
            confirm={{ id: fieldIds.confirm, ...form.getInputProps('confirm') }}
          />
        </div>
        <p className={layout.note}>
          {user.username} will be logged out everywhere and must log in with the new password.
        </p>
        <Button type="submit" wide busy={change.isPending}>
          {adminUsersTexts.changePassword}
        </Button>
      </form>
    </Dialog>
  )
}
