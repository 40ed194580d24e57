import type { Cents } from '@portal/contract/money'
import { TextField, type TextFieldProps } from './field.tsx'
import { useMoneyTyping } from './use-money-typing.ts'

interface MoneyInputProps extends Omit<TextFieldProps, 'value' | 'onChange'> {
  readonly value: Cents
  readonly onChange: (amount: Cents) => void
}

/**
 * An amount of money typed as cents (C§5): digits fill in from the right and always show two decimals.
 * `1`, `6`, `1` reads 0.01, 0.16, 1.61. A minus sign is ignored.
 */
export function MoneyInput({ value, onChange, ...field }: MoneyInputProps) {
  const typing = useMoneyTyping(value, onChange)
  return <TextField {...field} {...typing} leftSection={<span aria-hidden="true">$</span>} />
}
