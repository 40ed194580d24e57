import { signInTexts } from '@portal/contract/sign-in-texts'
import { TextField } from '#ui/form/field.tsx'
import { PasswordField } from '#ui/form/password-field.tsx'
import { type CheckedForm, useCheckedForm } from '#ui/form/use-checked-form.ts'
import { t } from '#ui/text/t.ts'

/** What is typed to log in. */
export interface LogInValues {
  readonly username: string
  readonly password: string
}

export const logInFieldIds = { username: 'log-in-username', password: 'log-in-password' } as const

/** The form with which customers and administrators log in: both fields are required, and nothing else (A§2, C§2.2). */
export function useLogInForm() {
  return useCheckedForm<LogInValues>({
    initialValues: { username: '', password: '' },
    check,
    fieldIds: logInFieldIds,
    hasNoSummary: true,
  })
}

function check({ username, password }: LogInValues): Readonly<Record<string, string>> {
  return {
    ...(username.trim() === '' ? { username: t(signInTexts.usernameRequired) } : {}),
    ...(password === '' ? { password: t(signInTexts.passwordRequired) } : {}),
  }
}

/** Username and password of somebody who logs in for themselves; a password manager fills them in. */
export function LogInFields({ form }: { readonly form: CheckedForm<LogInValues> }) {
  return (
    <>
      <TextField
        id={logInFieldIds.username}
        label={t('Username')}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        {...form.getInputProps('username')}
      />
      <PasswordField
        id={logInFieldIds.password}
        label={t('Password')}
        name="password"
        autoComplete="current-password"
        {...form.getInputProps('password')}
      />
    </>
  )
}
