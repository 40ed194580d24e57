import { TextField } from '#ui/field.tsx'
import type { CheckedForm } from '#ui/use-checked-form.ts'
import { cardFields, type CardFormValues } from './card-form.ts'

interface ConfirmationEmailFieldProps {
  readonly form: CheckedForm<CardFormValues>
  /** It is somebody else's: the browser does not fill in the clerk's own. */
  readonly byPhone?: boolean
}

/** Where the receipt goes (C§2.6): begins with the e-mail on file, and may be empty. */
export function ConfirmationEmailField({ form, byPhone = false }: ConfirmationEmailFieldProps) {
  return (
    <TextField
      id={cardFields.confirmationEmail}
      label="Confirmation e-mail (optional)"
      hint="We send the receipt here. Leave it empty for no e-mail."
      type="email"
      autoComplete={byPhone ? 'off' : 'email'}
      {...form.getInputProps('confirmationEmail')}
    />
  )
}
