import { bareNumber } from '@portal/contract/text'
import { NumberField, type NumberFieldProps } from '#ui/form/digits-input.tsx'
/** A label distinguishes several such fields in one form. */
type BillFieldProps = Omit<NumberFieldProps, 'label' | 'read'> & { readonly label?: string }

/** The hint where staff search for an account (`AccountToSearch`). */
export const accountToSearchHint = '10 digits, leading zeros optional'

/** An account number of ten digits. Spaces and dashes copied from the bill are removed, and letters are not taken in. */
export function AccountNumberField(input: BillFieldProps) {
  return (
    <NumberField
      label="Account number"
      hint="10 digits, including leading zeros"
      name="account-number"
      autoComplete="off"
      {...input}
    />
  )
}

/** Of a zip code as people and browsers keep it, such as `96913-1234` or `GU 96913`, its first five digits. */
export function fiveDigits(text: string): string {
  const bare = bareNumber(text)
  return /\d{5}/.exec(bare)?.[0] ?? bare.replace(/\D/g, '').slice(0, 5)
}

/**
 * A billing zip code, five digits and no more (C§5). Not limited by `maxLength`, which would count a copied space and
 * cut off the last digit. Of a longer zip code such as `96913-1234`, the first five digits are kept.
 */
export function BillingZipField(input: BillFieldProps) {
  return (
    <NumberField
      label="Billing zip code"
      hint="5 digits"
      autoComplete="billing postal-code"
      {...input}
      read={fiveDigits}
    />
  )
}
