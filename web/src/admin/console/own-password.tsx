import { type AdminSession, adminSignInTexts, updateAdminPassword } from '@portal/contract/admin-sign-in'
import { adminConsoleTexts } from '@portal/contract/console-texts'
import { NewPassword, typedTwice } from '@portal/contract/credentials'
import { credentialTexts } from '@portal/contract/sign-in-texts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { ProblemNotice } from '#api/problem-notice.tsx'
import { send } from '#api/send.ts'
import { usePopup } from '#session/popup.tsx'
import { Button } from '#ui/button/button.tsx'
import { checkBySchema } from '#ui/form/check-by-schema.ts'
import { ErrorSummary } from '#ui/form/error-summary.tsx'
import { NewPasswordFields, PasswordField } from '#ui/form/password-field.tsx'
import { useCheckedForm } from '#ui/form/use-checked-form.ts'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { t } from '#ui/text/t.ts'
import { ResultDialog } from '../view-parts/delete-dialog.tsx'
import { problemInForm, useShowFailure } from '../view-parts/server-error.ts'
import { ViewFrame } from '../view-parts/view-frame.tsx'
import layout from '#ui/form/form-layout.module.css'
import box from '#ui/page/card.module.css'

interface ChangePasswordDialogProps {
  readonly session: AdminSession
  readonly onClose: () => void
}

/** Change Pass (A§2): changes the administrator's own password, then shows the result with Okay. */
export function ChangePasswordDialog({ session, onClose }: ChangePasswordDialogProps) {
  const [result, setResult] = useState<string | null>(null)
  const passwords = usePasswords(session, setResult)
  if (result !== null) {
    return (
      <ResultDialog title={t(adminConsoleTexts.changePassword)} onClose={onClose}>
        <p>{result}</p>
      </ResultDialog>
    )
  }
  return (
    <Dialog
      open
      holdsForm
      title={t(adminConsoleTexts.changePassword)}
      onClose={passwords.isPending ? undefined : onClose}
    >
      <PasswordsForm session={session} passwords={passwords} />
    </Dialog>
  )
}

interface ChooseOwnPasswordProps {
  readonly session: AdminSession
  /** Called when the administrator has a password of their own. */
  readonly onChosen: () => void
}

/** Stands in place of the console for whoever logs in with a password that somebody else has set (docs/security.md). */
export function ChooseOwnPassword({ session, onChosen }: ChooseOwnPasswordProps) {
  const popup = usePopup()
  const passwords = usePasswords(session, (message) => {
    popup.show({ kind: 'success', message })
    onChosen()
  })
  return (
    <ViewFrame title={t(credentialTexts.chooseOwn)} lead={t(credentialTexts.whyChooseOwn)}>
      <div className={box.card}>
        <PasswordsForm session={session} passwords={passwords} />
      </div>
    </ViewFrame>
  )
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

/** Changes the administrator's own password. `onChanged` is called with the message to show. */
export function usePasswords({ id }: AdminSession, onChanged: (description: string) => void) {
  const passwords = useCheckedForm({ initialValues: empty, check, fieldIds })
  const { refuse } = passwords
  const change = useMutation({
    mutationFn: async ({ old_password, new_password }: Passwords) =>
      (await send(updateAdminPassword, { body: { id, old_password, new_password } })).result,
    onSuccess: ({ Description }) => {
      const message = t('{description}!', { description: t(Description) })
      const isWrong = Description === adminSignInTexts.currentPasswordWrong
      if (isWrong) refuse([{ field: 'old_password', message }])
      else onChanged(message)
    },
    onError: useShowFailure(refuse),
  })
  return { ...passwords, isPending: change.isPending, problem: problemInForm(change.error), send: change.mutate }
}

interface PasswordsFormProps {
  readonly session: AdminSession
  readonly passwords: ReturnType<typeof usePasswords>
}

/** The fields of Change Pass (A§2). */
export function PasswordsForm({ session, passwords }: PasswordsFormProps) {
  const { form, attempt, errors, onSubmit } = passwords
  return (
    <form noValidate className={layout.form} onSubmit={onSubmit((typed) => passwords.send(typed))}>
      <ErrorSummary errors={errors} attempt={attempt} />
      {passwords.problem ? <ProblemNotice problem={passwords.problem} /> : null}
      {/* Tells password managers whose password this is. */}
      <input hidden readOnly autoComplete="username" value={session.username} />
      <div className={layout.fields}>
        <PasswordField
          id={fieldIds.old_password}
          label={t(adminConsoleTexts.currentPassword)}
          required
          autoComplete="current-password"
          {...form.getInputProps('old_password')}
        />
        <NewPasswordFields
          label={t(adminConsoleTexts.password)}
          password={{ id: fieldIds.new_password, ...form.getInputProps('new_password') }}
          confirmLabel={t(adminConsoleTexts.confirmPassword)}
          confirm={{ id: fieldIds.confirm, ...form.getInputProps('confirm') }}
        />
      </div>
      <p className={layout.note}>{t('You’ll stay logged in here and be logged out everywhere else.')}</p>
      <Button type="submit" wide busy={passwords.isPending}>
        {t(adminConsoleTexts.submit)}
      </Button>
    </form>
  )
}
