import { TextField } from '#ui/form/field.tsx'
import type { CheckedForm } from '#ui/form/use-checked-form.ts'
import { cardFields, type CardFormValues } from './card-form.ts'

interface ConfirmationEmailFieldProps {
  readonly form: CheckedForm<CardFormValues>
  /** The address belongs to somebody on the phone: the browser must not fill in the clerk's own. */
  readonly byPhone?: boolean
}

/** The e-mail address for the receipt (C§2.6): prefilled with the one on file, and optional. */
export function ConfirmationEmailField({ form, byPhone = false }: ConfirmationEmailFieldProps) {
  return (
    <TextField
      id={cardFields.confirmationEmail}
      label="Confirmation email (optional)"
      hint="We’ll send your receipt here. Leave blank for no email."
      type="email"
      autoComplete={byPhone ? 'off' : 'email'}
      {...form.getInputProps('confirmationEmail')}
    />
  )
}
