import { type Cents, cents, formatCents, noCents, parseDecimalCents } from '@portal/contract/money'
import { type ChangeEvent, type ClipboardEvent, useRef } from 'react'

/** More digits than any payment has; digits beyond these are ignored, so that no amount overflows. */
const mostDigits = 9

/** The props that turn any text input into one for an amount typed as cents (C§5). */
export function useMoneyTyping(value: Cents, onChange: (amount: Cents) => void) {
  const input = useRef<HTMLInputElement>(null)
  return {
    ref: input,
    inputMode: 'decimal',
    value: formatCents(value),
    onChange: (event: ChangeEvent<HTMLInputElement>) => onChange(typedAmount(event.currentTarget.value)),
    onPaste: (event: ClipboardEvent<HTMLInputElement>) => {
      const amount = pastedAmount(event.clipboardData.getData('text'))
      if (amount === null) return
      event.preventDefault()
      onChange(amount)
    },
    // The next digit is appended at the end, wherever the pointer landed. A selection is left alone: typing replaces
    // it.
    onClick: () => {
      const { current } = input
      if (current && current.selectionStart === current.selectionEnd) {
        current.setSelectionRange(current.value.length, current.value.length)
      }
    },
  } as const
}

/** Reads the digits of a text as cents; without digits it is zero. */
export function typedAmount(text: string): Cents {
  const digits = text.replace(/\D/g, '').replace(/^0+/, '').slice(0, mostDigits)
  return digits === '' ? noCents : cents(Number(digits))
}

/**
 * Reads a pasted amount written as money, with a decimal point or a dollar sign (`$1,234.5`, `$500`). Null means that
 * the text is to be read digit by digit, as if typed.
 */
export function pastedAmount(text: string): Cents | null {
  const plain = text.replace(/[$,\s]|USD/g, '')
  if (!/[.$]/.test(text) || plain.startsWith('-')) return null
  return parseDecimalCents(plain.startsWith('.') ? `0${plain}` : plain)
}
