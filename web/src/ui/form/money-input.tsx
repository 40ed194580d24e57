import { TextField, type TextFieldProps } from './field.tsx'
import { type MoneyTyping, useMoneyTyping } from './use-money-typing.ts'

/**
 * An amount of money typed as cents (C§5): digits fill in from the right and always show two decimals.
 * `1`, `6`, `1` reads 0.01, 0.16, 1.61. A minus sign is ignored. A pasted `161` is 161.00.
 */
export function MoneyInput({
  value,
  largest,
  onChange,
  error,
  ...field
}: MoneyTyping & Omit<TextFieldProps, keyof MoneyTyping>) {
  const { typing, refusal } = useMoneyTyping({ value, largest, onChange })
  return <TextField {...field} {...typing} error={refusal ?? error} leftSection={<span aria-hidden="true">$</span>} />
}
