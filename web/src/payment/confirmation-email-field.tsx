import { TextField } from '#ui/field.tsx'
import type { CheckedForm } from '#ui/use-checked-form.ts'
import { cardFields, type CardFormValues } from './card-form.ts'

/** Where the receipt goes (C§2.6): begins with the e-mail on file, and may be empty. */
export function ConfirmationEmailField({ form }: { readonly form: CheckedForm<CardFormValues> }) {
  return (
    <TextField
      id={cardFields.confirmationEmail}
      label="Confirmation e-mail (optional)"
      hint="We send the receipt here. Leave it empty for no e-mail."
      type="email"
      autoComplete="email"
      {...form.getInputProps('confirmationEmail')}
    />
  )
}
