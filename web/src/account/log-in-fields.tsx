import { TextField } from '#ui/form/field.tsx'
import { PasswordField } from '#ui/form/password-field.tsx'
import type { CheckedForm } from '#ui/form/use-checked-form.ts'
import { logInFieldIds, type LogInValues } from './use-log-in-form.ts'

/** Username and password of somebody who logs in for themselves; a password manager fills them in. */
export function LogInFields({ form }: { readonly form: CheckedForm<LogInValues> }) {
  return (
    <>
      <TextField
        id={logInFieldIds.username}
        label="Username"
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        {...form.getInputProps('username')}
      />
      <PasswordField
        id={logInFieldIds.password}
        label="Password"
        name="password"
        autoComplete="current-password"
        {...form.getInputProps('password')}
      />
    </>
  )
}
