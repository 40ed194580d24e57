import { signInTexts } from '@portal/contract/sign-in-texts'
import { Fields, password, text } from '#ui/form/fields.tsx'
import { filled, type Form, useForm, type ValuesOf, written } from '#ui/form/use-form.ts'
import { t } from '#ui/text/t.ts'

const fields = {
  username: text(
    {
      id: 'log-in-username',
      label: t('Username'),
      name: 'username',
      autoComplete: 'username',
      autoCapitalize: 'none',
      spellCheck: false,
    },
    written(signInTexts.usernameRequired),
  ),
  password: password(
    { id: 'log-in-password', label: t('Password'), name: 'password', autoComplete: 'current-password' },
    filled(signInTexts.passwordRequired),
  ),
}

export type LogInValues = ValuesOf<typeof fields>
export type LogInForm = Form<typeof fields>

/** The form with which customers and administrators log in: both fields are required, and nothing else (A§2, C§2.2). */
export function useLogInForm() {
  return useForm(fields, { hasNoSummary: true })
}

/** A password manager fills them in. */
export function LogInFields({ form }: { readonly form: LogInForm }) {
  return <Fields form={form} of={fields} />
}
