import { adminConsoleTexts } from '@portal/contract/admin-console-texts'
import { type AdminSession, adminSignInTexts, updateAdminPassword } from '@portal/contract/admin-sign-in'
import { credentialTexts } from '@portal/contract/credential-texts'
import { NewPassword, typedTwice } from '@portal/contract/credentials'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { ProblemNotice } from '#api/problem-notice.tsx'
import { send } from '#api/send.ts'
import { Button } from '#ui/button/button.tsx'
import { checkBySchema } from '#ui/form/check-by-schema.ts'
import { ErrorSummary } from '#ui/form/error-summary.tsx'
import { NewPasswordFields, PasswordField } from '#ui/form/password-field.tsx'
import { type Refuse, useCheckedForm } from '#ui/form/use-checked-form.ts'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { ResultDialog } from '../view-parts/result-dialog.tsx'
import { problemInForm } from '../view-parts/server-error.ts'
import { useShowFailure } from '../view-parts/use-show-failure.ts'
import layout from '#ui/form/form-layout.module.css'

interface ChangePasswordDialogProps {
  readonly session: AdminSession
  readonly onClose: () => void
}

const fieldIds = {
  old_password: 'current-password',
  new_password: 'new-password',
  confirm: 'confirm-password',
} as const
const empty = { old_password: '', new_password: '', confirm: '' }
type Passwords = typeof empty

const check = checkBySchema(
  z
    .object({
      old_password: z.string().min(1, credentialTexts.currentPasswordRequired),
      new_password: NewPassword,
      confirm: z.string().min(1, credentialTexts.confirmPassword),
    })
    .refine(...typedTwice('new_password', 'confirm')),
)

/** Change Pass (A§2): changes the administrator's own password, then shows the result with Okay. */
export function ChangePasswordDialog({ session, onClose }: ChangePasswordDialogProps) {
  const [result, setResult] = useState<string | null>(null)
  if (result !== null) {
    return (
      <ResultDialog title={adminConsoleTexts.changePassword} onClose={onClose}>
        <p>{result}</p>
      </ResultDialog>
    )
  }
  return <PasswordsDialog session={session} onClose={onClose} onChanged={setResult} />
}

interface PasswordsDialogProps extends ChangePasswordDialogProps {
  /** Called with the message to show. */
  readonly onChanged: (description: string) => void
}

function PasswordsDialog({ session, onClose, onChanged }: PasswordsDialogProps) {
  const { form, attempt, errors, onSubmit, refuse } = useCheckedForm({ initialValues: empty, check, fieldIds })
  const change = useChange(session, onChanged, refuse)
  return (
    <Dialog open holdsForm title={adminConsoleTexts.changePassword} onClose={change.isPending ? undefined : onClose}>
      <form noValidate className={layout.form} onSubmit={onSubmit((passwords) => change.send(passwords))}>
        <ErrorSummary errors={errors} attempt={attempt} />
        {change.problem ? <ProblemNotice problem={change.problem} /> : null}
        {/* Tells password managers whose password this is. */}
        <input hidden readOnly autoComplete="username" value={session.username} />
        <div className={layout.fields}>
          <PasswordField
            id={fieldIds.old_password}
            label={adminConsoleTexts.currentPassword}
            required
            autoComplete="current-password"
            {...form.getInputProps('old_password')}
          />
          <NewPasswordFields
            label={adminConsoleTexts.password}
            password={{ id: fieldIds.new_password, ...form.getInputProps('new_password') }}
            confirmLabel={adminConsoleTexts.confirmPassword}
            confirm={{ id: fieldIds.confirm, ...form.getInputProps('confirm') }}
          />
        </div>
        <p className={layout.note}>Afterwards you stay logged in here, and are logged out everywhere else.</p>
        <Button type="submit" wide busy={change.isPending}>
          {adminConsoleTexts.submit}
        </Button>
      </form>
    </Dialog>
  )
}

function useChange({ id }: AdminSession, onChanged: (description: string) => void, refuse: Refuse) {
  const change = useMutation({
    mutationFn: async ({ old_password, new_password }: Passwords) =>
      (await send(updateAdminPassword, { body: { id, old_password, new_password } })).result,
    onSuccess: ({ Description }) => {
      const message = `${Description}!`
      const isWrong = Description === adminSignInTexts.currentPasswordWrong
      if (isWrong) refuse([{ field: 'old_password', message }])
      else onChanged(message)
    },
    onError: useShowFailure(refuse),
  })
  return { isPending: change.isPending, problem: problemInForm(change.error), send: change.mutate }
}
