import { TextField, type TextFieldProps } from '#ui/field.tsx'

type BillFieldProps = Omit<TextFieldProps, 'label' | 'onChange'> & {
  /** Where there are several of them. */
  readonly label?: string
  readonly onChange: (digits: string) => void
}

/** The ten digits of an account, as people copy them from the bill: spaces and dashes between them do not count. */
export function AccountNumberField({ onChange, ...input }: BillFieldProps) {
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

/**
 * The five digits of a billing zip code and no more (C§5). The browser's own maximum would count a space that was
 * copied with them and cut off the last digit; of a longer zip code, `96913-1234`, the first five count.
 */
export function BillingZipField({ onChange, ...input }: BillFieldProps) {
  return (
    <TextField
      label="Billing zip code"
      hint="5 digits"
      inputMode="numeric"
      autoComplete="billing postal-code"
      {...input}
      onChange={(event) => onChange(event.currentTarget.value.replace(/\s/g, '').slice(0, 5))}
    />
  )
}
