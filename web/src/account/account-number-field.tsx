import { TextField, type TextFieldProps } from '#ui/field.tsx'

type AccountNumberFieldProps = Omit<TextFieldProps, 'label' | 'onChange'> & {
  /** Where there are several of them. */
  readonly label?: string
  readonly onChange: (accountNumber: string) => void
}

/** The ten digits of an account, as people copy them from the bill: spaces and dashes between them do not count. */
export function AccountNumberField({ onChange, ...input }: AccountNumberFieldProps) {
  return (
    <TextField
      label="Account number"
      hint="10 digits"
      name="account-number"
      inputMode="numeric"
      autoComplete="off"
      {...input}
      onChange={(event) => onChange(event.currentTarget.value.replace(/[\s-]/g, ''))}
    />
  )
}
