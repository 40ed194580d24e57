import { accountShape } from '@portal/contract/account-shape'
import { bareNumber } from '@portal/contract/text'
import { NumberField, type NumberFieldProps } from '#ui/form/digits-input.tsx'
import { TextField } from '#ui/form/field.tsx'
import type { Field, Rule } from '#ui/form/use-form.ts'
import { t } from '#ui/text/t.ts'
/** A label distinguishes several such fields in one form. */
type BillFieldProps = Omit<NumberFieldProps, 'label' | 'read'> & { readonly label?: string }

interface AccountNumberFieldProps extends BillFieldProps {
  /** Staff search by it (`AccountToSearch`). */
  readonly isSearch?: boolean
}

/** An account number as the utility prints it. Of one that is all digits, nothing else is taken in. */
export function AccountNumberField({ isSearch = false, onChange, ...input }: AccountNumberFieldProps) {
  const { isDigits, example, padTo } = accountShape()
  const field = {
    label: t('Account number'),
    hint: padTo && isDigits ? digitsHint(padTo, isSearch) : t('Such as {example}', { example }),
    name: 'account-number',
    autoComplete: 'off',
    ...input,
  }
  if (isDigits) return <NumberField {...field} onChange={onChange} />
  return (
    <TextField
      autoCapitalize="characters"
      spellCheck={false}
      {...field}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}

function digitsHint(digits: number, isSearch: boolean): string {
  return isSearch
    ? t('{digits} digits, leading zeros optional', { digits })
    : t('{digits} digits, including leading zeros', { digits })
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
export function accountNumber({ id, ...props }: Given & { readonly isSearch?: boolean }, rule?: Rule): Field<string> {
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
