import { type AdminSession, adminSignInTexts, updateAdminPassword } from '@portal/contract/admin-sign-in'
import { adminConsoleTexts } from '@portal/contract/console-texts'
import { NewPassword } from '@portal/contract/credentials'
import { credentialTexts } from '@portal/contract/sign-in-texts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ProblemNotice } from '#api/problem-notice.tsx'
import { send } from '#api/send.ts'
import { usePopup } from '#session/popup.tsx'
import { Button } from '#ui/button/button.tsx'
import { ErrorSummary } from '#ui/form/error-summary.tsx'
import { Fields, newPassword, password } from '#ui/form/fields.tsx'
import { rule } from '#ui/form/rule.ts'
import { enteredTwice, filled, useForm, type ValuesOf } from '#ui/form/use-form.ts'
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

const fields = {
  old_password: password(
    {
      id: 'current-password',
      label: t(adminConsoleTexts.currentPassword),
      required: true,
      autoComplete: 'current-password',
    },
    filled(credentialTexts.currentPasswordRequired),
  ),
  new_password: newPassword({ id: 'new-password', label: t(adminConsoleTexts.password) }, rule(NewPassword)),
  confirm: password(
    {
      id: 'confirm-password',
      label: t(adminConsoleTexts.confirmPassword),
      required: true,
      autoComplete: 'new-password',
    },
    filled(credentialTexts.confirmPassword),
  ),
}
const rules = [enteredTwice('new_password', 'confirm')]
type Passwords = ValuesOf<typeof fields>

/** Changes the administrator's own password. `onChanged` is called with the message to show. */
export function usePasswords({ id }: AdminSession, onChanged: (description: string) => void) {
  const passwords = useForm(fields, { rules })
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
        <Fields form={form} of={fields} />
      </div>
      <p className={layout.note}>{t('You’ll stay logged in here and be logged out everywhere else.')}</p>
      <Button type="submit" wide busy={passwords.isPending}>
        {t(adminConsoleTexts.submit)}
      </Button>
    </form>
  )
}
