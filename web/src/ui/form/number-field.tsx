import { onlyDigits } from '@portal/contract/text'
import { TextField, type TextFieldProps } from './field.tsx'
import { useComposing } from './use-composing.ts'

export interface NumberFieldProps extends Omit<TextFieldProps, 'value' | 'onChange'> {
  readonly value: string
  readonly onChange: (digits: string) => void
  /** What the field takes in of a text: all its digits, unless this says otherwise. */
  readonly read?: (text: string) => string
}

/** A text field for a number: takes in only the digits of what is typed or pasted, in any script. */
export function NumberField({ value, onChange, read = onlyDigits, ...field }: NumberFieldProps) {
  const { composed, handlers } = useComposing((input) => onChange(read(input.value)))
  return <TextField inputMode="numeric" {...field} {...handlers} value={composed ?? value} />
}
