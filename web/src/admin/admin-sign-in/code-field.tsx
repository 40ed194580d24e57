import { adminSignInTexts } from '@portal/contract/admin-sign-in-texts'
import type { FormErrors } from '#ui/form/check-by-schema.ts'
import { TextField, type TextFieldProps } from '#ui/form/field.tsx'

interface CodeFieldProps extends Omit<TextFieldProps, 'label' | 'onChange'> {
  readonly onChange: (code: string) => void
}

/** The code of an authenticator app. Phones and password managers can fill it in, and it may be pasted. */
export function CodeField({ onChange, ...field }: CodeFieldProps) {
  return (
    <TextField
      {...field}
      label="Code"
      name="code"
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

/** The error of a form whose code is empty. */
export function codeError({ code }: { readonly code: string }): FormErrors {
  return code.trim() === '' ? { code: adminSignInTexts.codeNeeded } : {}
}
