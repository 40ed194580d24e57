import {
  type AdminUser,
  adminUsersTexts,
  NewAdminUsername,
  renameAdmin,
  updateAdminRole,
  updateAdminUserPassword,
} from '@portal/contract/admin-users'
import { NewPassword } from '@portal/contract/credentials'
import { useMutation } from '@tanstack/react-query'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { ProblemNotice } from '#api/problem-notice.tsx'
import { send } from '#api/send.ts'
import { reloadPage } from '#session/reload-page.ts'
import { Button } from '#ui/button/button.tsx'
import { ErrorSummary } from '#ui/form/error-summary.tsx'
import { choice, Fields, newPassword, password, text } from '#ui/form/fields.tsx'
import { rule } from '#ui/form/rule.ts'
import { enteredTwice, filled, useForm } from '#ui/form/use-form.ts'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { t } from '#ui/text/t.ts'
import { ResultDialog } from '../view-parts/delete-dialog.tsx'
import { problemInForm, useShowFailure } from '../view-parts/server-error.ts'
import { type Roles, roleChoices } from './use-users.ts'
import layout from '#ui/form/form-layout.module.css'

interface ChangePasswordProps {
  readonly user: AdminUser
  readonly onClose: () => void
}

const passwordFields = {
  password: newPassword({ id: 'user-password', label: t('New password') }, (typed) =>
    typed === '' ? t(adminUsersTexts.passwordRequired) : rule(NewPassword)(typed),
  ),
  confirm: password(
    { id: 'user-confirm', label: t('Confirm password'), required: true, autoComplete: 'new-password' },
    filled(adminUsersTexts.passwordRequired),
  ),
}
const passwordRules = [enteredTwice('password', 'confirm', adminUsersTexts.passwordsDiffer)]

/** Change Password of another administrator (A§2, A§5). A§8 adds '!' to the server's message. */
export function ChangePassword({ user, onClose }: ChangePasswordProps) {
  const [result, setResult] = useState<string | null>(null)
  const { form, attempt, errors, onSubmit, refuse } = useForm(passwordFields, { rules: passwordRules })
  const change = useMutation({
    mutationFn: async (new_password: string) =>
      (await send(updateAdminUserPassword, { body: { id: user.id, new_password } })).result,
    onSuccess: ({ Description }) => setResult(t('{description}!', { description: t(Description) })),
    onError: useShowFailure((refused) => refuse(refused.map(({ message }) => ({ field: 'password', message })))),
  })
  return (
    <ChangeDialog
      {...{ user, change, result, onClose }}
      action={t(adminUsersTexts.changePassword)}
      summary={<ErrorSummary errors={errors} attempt={attempt} />}
      onSubmit={onSubmit((typed) => change.mutate(typed.password))}
    >
      <div className={layout.fields}>
        <Fields form={form} of={passwordFields} />
      </div>
      <p className={layout.note}>
        {t('{username} will be logged out everywhere and must log in with the new password.', {
          username: user.username,
        })}
      </p>
    </ChangeDialog>
  )
}

interface ChangeRoleProps {
  readonly user: AdminUser
  readonly roles: Roles
  readonly onClose: () => void
}

const roleFields = {
  role: choice(
    { id: 'user-role', label: t('New role'), required: true, none: t('Select a role') },
    filled(adminUsersTexts.roleRequired),
  ),
}

/** Change Role (A§2, A§5). Closing the result reloads the page (A§8). */
export function ChangeRole({ user, roles, onClose }: ChangeRoleProps) {
  const [result, setResult] = useState<string | null>(null)
  const { form, onSubmit } = useForm(roleFields, { hasNoSummary: true })
  const change = useMutation({
    mutationFn: async ({ role }: { role: string }) =>
      (await send(updateAdminRole, { body: { id: user.id, role, was: user.admin_role } })).result,
    onSuccess: ({ Description }) => setResult(t('{description}!', { description: t(Description) })),
    onError: useShowFailure(),
  })
  return (
    <ChangeDialog
      {...{ user, change, result, onClose }}
      action={t(adminUsersTexts.changeRole)}
      onSeen={reloadPage}
      onSubmit={onSubmit((typed) => change.mutate(typed))}
    >
      <Fields
        form={form}
        of={roleFields}
        extra={{
          role: {
            hint: t('Current: {role}', { role: user.role }),
            choices: roleChoices(roles.filter(({ id }) => id !== user.admin_role)),
          },
        }}
      />
    </ChangeDialog>
  )
}

interface ChangeUsernameProps {
  readonly user: Pick<AdminUser, 'id' | 'username'>
  readonly onClose: () => void
  readonly onChanged: () => void
}

const usernameFields = {
  username: text(
    {
      id: 'changed-username',
      label: t('New username'),
      required: true,
      autoComplete: 'off',
      autoCapitalize: 'none',
      spellCheck: false,
    },
    rule(NewAdminUsername),
  ),
}

/** Gives an administrator another username, such as one who has an unclear name. */
export function ChangeUsername({ user, onClose, onChanged }: ChangeUsernameProps) {
  const [result, setResult] = useState<string | null>(null)
  const { form, onSubmit, refuse } = useForm(usernameFields, { hasNoSummary: true })
  const change = useMutation({
    mutationFn: async ({ username }: { username: string }) =>
      (await send(renameAdmin, { body: { id: user.id, username } })).result,
    onSuccess: ({ status, Description }) => {
      if (Description === adminUsersTexts.usernameTaken) {
        refuse([{ field: 'username', message: Description }])
        return
      }
      setResult(t('{description}!', { description: t(Description) }))
      if (status === 'Success') onChanged()
    },
    onError: useShowFailure(refuse),
  })
  return (
    <ChangeDialog
      {...{ user, change, result, onClose }}
      action={t('Change Username')}
      onSubmit={onSubmit((typed) => change.mutate(typed))}
    >
      <Fields form={form} of={usernameFields} />
      <p className={layout.note}>{t('The password and the log stay as they are.')}</p>
    </ChangeDialog>
  )
}

interface ChangeDialogProps {
  readonly user: Pick<AdminUser, 'username'>
  /** The title, and what the button says. */
  readonly action: string
  readonly change: { readonly isPending: boolean; readonly error: Error | null }
  /** What the server said of the change; null until it was made. */
  readonly result: string | null
  readonly summary?: ReactNode
  readonly onSubmit: ComponentProps<'form'>['onSubmit']
  readonly onClose: () => void
  /** When the result has been read; `onClose` by default. */
  readonly onSeen?: () => void
  readonly children: ReactNode
}

/** The form of one change, and then its result. */
function ChangeDialog({ user, action, change, result, onClose, onSeen = onClose, ...form }: ChangeDialogProps) {
  const problem = problemInForm(change.error)
  if (result !== null) {
    return (
      <ResultDialog title={action} onClose={onSeen}>
        <p>{result}</p>
      </ResultDialog>
    )
  }
  return (
    <Dialog open holdsForm title={`${action}: ${user.username}`} onClose={change.isPending ? undefined : onClose}>
      <form noValidate className={layout.form} autoComplete="off" onSubmit={form.onSubmit}>
        {form.summary}
        {problem ? <ProblemNotice problem={problem} /> : null}
        {form.children}
        <Button type="submit" wide busy={change.isPending}>
          {action}
        </Button>
      </form>
    </Dialog>
  )
}
