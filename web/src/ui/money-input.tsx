import type { Cents } from '@portal/contract/money'
import type { ReactNode } from 'react'
import { TextField } from './field.tsx'
import { useMoneyTyping } from './use-money-typing.ts'

interface MoneyInputProps {
  readonly id?: string
  readonly label: string
  readonly hint?: string
  readonly error?: ReactNode
  readonly value: Cents
  readonly onChange: (amount: Cents) => void
  readonly autoComplete?: string
}

/**
 * An amount of money typed as cents (C§5): digits fill in from the right and always show two decimals.
 * `1`, `6`, `1` reads 0.01, 0.16, 1.61. A minus sign is ignored.
 */
export function MoneyInput({ value, onChange, ...field }: MoneyInputProps) {
  const typing = useMoneyTyping(value, onChange)
  return <TextField {...field} {...typing} leftSection={<span aria-hidden="true">$</span>} />
}
