import { bareNumber } from '@portal/contract/text'
import { NumberField, type NumberFieldProps } from '#ui/form/digits-input.tsx'
import type { Field, Rule } from '#ui/form/use-form.ts'
import { t } from '#ui/text/t.ts'
/** A label distinguishes several such fields in one form. */
type BillFieldProps = Omit<NumberFieldProps, 'label' | 'read'> & { readonly label?: string }

/** The hint where staff search for an account (`AccountToSearch`). */
export const accountToSearchHint = t('10 digits, leading zeros optional')

/** An account number of ten digits. Spaces and dashes copied from the bill are removed, and letters are not taken in. */
export function AccountNumberField(input: BillFieldProps) {
  return (
    <NumberField
      label={t('Account number')}
      hint={t('10 digits, including leading zeros')}
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
      label={t('Billing zip code')}
      hint={t('5 digits')}
      autoComplete="billing postal-code"
      {...input}
      read={fiveDigits}
    />
  )
}

type Given = Pick<BillFieldProps, 'id' | 'label' | 'hint' | 'required' | 'className' | 'autoComplete'>

/** An account number as a field of a form's list. */
export function accountNumber({ id, ...props }: Given, rule?: Rule): Field<string> {
  return {
    id,
    rule,
    empty: '',
    draw: ({ value, ...input }) => <AccountNumberField {...props} {...input} value={String(value)} />,
  }
}

/** A billing zip code as a field of a form's list. */
export function billingZip({ id, wire, ...props }: Given & { readonly wire?: string }, rule?: Rule): Field<string> {
  return {
    id,
    wire,
    rule,
    empty: '',
    draw: ({ value, ...input }) => <BillingZipField {...props} {...input} value={String(value)} />,
  }
}
