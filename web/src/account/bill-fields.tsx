import { TextField, type TextFieldProps } from '#ui/form/field.tsx'

type BillFieldProps = Omit<TextFieldProps, 'label' | 'onChange'> & {
  /** Distinguishes several such fields in one form. */
  readonly label?: string
  readonly onChange: (digits: string) => void
}

/** Spaces, and the invisible marks of direction with which phones surround a number that is copied. */
const unseen = /[\s\p{Cf}]/gu
const dashes = /\p{Pd}/gu

/** An account number without the spaces and dashes with which people write and copy it. */
export function bareNumber(text: string): string {
  return text.replace(unseen, '').replace(dashes, '')
}

/** An account number of ten digits. Spaces and dashes copied from the bill are removed. */
export function AccountNumberField({ onChange, ...input }: BillFieldProps) {
  return (
    <TextField
      label="Account number"
      hint="10 digits"
      name="account-number"
      inputMode="numeric"
      autoComplete="off"
      {...input}
      onChange={(event) => onChange(bareNumber(event.currentTarget.value))}
    />
  )
}

/** Of a zip code as people and browsers keep it, such as `96913-1234` or `GU 96913`, its first five digits. */
export function fiveDigits(text: string): string {
  return (/\d{5}/.exec(text.replace(unseen, ''))?.[0] ?? text.replace(unseen, '')).slice(0, 5)
}

/**
 * A billing zip code, five digits and no more (C§5). Not limited by `maxLength`, which would count a copied space and
 * cut off the last digit. Of a longer zip code such as `96913-1234`, the first five digits are kept.
 */
export function BillingZipField({ onChange, ...input }: BillFieldProps) {
  return (
    <TextField
      label="Billing zip code"
      hint="5 digits"
      inputMode="numeric"
      autoComplete="billing postal-code"
      {...input}
      onChange={(event) => onChange(fiveDigits(event.currentTarget.value))}
    />
  )
}
