import { type Cents, cents, formatCents, noCents, parseDecimalCents } from '@portal/contract/money'
import { type ChangeEvent, type ClipboardEvent, useRef } from 'react'

/** More digits than any payment has; what is typed beyond them is ignored instead of overflowing. */
const mostDigits = 9

/** What makes any text input one for money typed as cents. */
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
    // The next digit belongs at the right end, wherever the pointer landed. What was selected stays selected: typing
    // replaces it.
    onClick: () => {
      const { current } = input
      if (current && current.selectionStart === current.selectionEnd) {
        current.setSelectionRange(current.value.length, current.value.length)
      }
    },
  } as const
}

/** The digits of a text, read as cents; no digits are no money. */
export function typedAmount(text: string): Cents {
  const digits = text.replace(/\D/g, '').replace(/^0+/, '').slice(0, mostDigits)
  return digits === '' ? noCents : cents(Number(digits))
}

/**
 * A pasted amount that is written as money, with a decimal point or a dollar sign (`$1,234.5`, `$500`), as what it
 * means; null when typing rules should read it.
 */
export function pastedAmount(text: string): Cents | null {
  const plain = text.replace(/[$,\s]/g, '')
  if (!/[.$]/.test(text) || plain.startsWith('-')) return null
  return parseDecimalCents(plain.startsWith('.') ? `0${plain}` : plain)
}
