import { type Cents, cents, formatCents, noCents, readAmount, unreadAmount } from '@portal/contract/money'
import { onlyDigits, plainDigits } from '@portal/contract/text'
import { type ClipboardEvent, type DragEvent, type KeyboardEvent, useRef, useState } from 'react'
import { dollars } from '#ui/text/format.ts'
import { HiddenText, useSettled } from '#ui/text/hidden-text.tsx'
import { t } from '#ui/text/t.ts'
import { useComposing } from './digits-input.tsx'
import { TextField, type TextFieldProps } from './field.tsx'
import type { Given } from './fields.tsx'
import type { Field, Rule } from './use-form.ts'

/** Says what was understood: who types 150 for whole dollars has to notice. Typed as cents (C§5): `1`, `6`, `1` reads 0.01, 0.16, 1.61. A minus sign is ignored. A pasted `161` is 161.00. */
export function MoneyInput({
  value,
  largest,
  onChange,
  error,
  ...field
}: MoneyTyping & Omit<TextFieldProps, keyof MoneyTyping>) {
  const { typing, refusal } = useMoneyTyping({ value, largest, onChange })
  const understood = value === noCents ? '' : t('You entered {amount}.', { amount: dollars(value) })
  const told = useSettled(understood)
  return (
    <>
      <TextField
        {...field}
        {...typing}
        hint={
          <>
            {field.hint} {understood || (largest < 100 ? t('Type 32 for $0.32.') : t('Type 8053 for $80.53.'))}
          </>
        }
        error={refusal ?? error}
        leftSection={<span aria-hidden="true">$</span>}
      />
      <HiddenText role="status">{told}</HiddenText>
    </>
  )
}

/** As a field of a form's list. */
export function money({ id, wire, ...props }: Given<Parameters<typeof MoneyInput>[0]>, rule?: Rule): Field<Cents> {
  return {
    id,
    wire,
    rule,
    empty: noCents,
    draw: ({ value, ...input }) => (
      <MoneyInput {...props} {...input} value={typeof value === 'number' ? cents(value) : noCents} />
    ),
  }
}

/** More digits than any payment has; digits beyond these are ignored, so that no amount overflows. */
const mostDigits = 9

interface MoneyTyping {
  readonly value: Cents
  /** The most that is taken from a text as a whole. */
  readonly largest: Cents
  readonly onChange: (amount: Cents) => void
}

/** Typed digits fill in from the right (C§5). A text in one piece is read as an amount as a whole, or refused. */
export function useMoneyTyping({ value, largest, onChange }: MoneyTyping) {
  const input = useRef<HTMLInputElement>(null)
  /** The amount that a refused text would have replaced: the message goes with it. */
  const [refusedAt, setRefusedAt] = useState<Cents | null>(null)
  /** What stood there before each change: browsers cannot undo what was written into a field by a page. */
  const earlier = useRef<Cents[]>([])

  const take = (amount: Cents) => {
    setRefusedAt(null)
    if (amount !== value) earlier.current.push(value)
    onChange(amount)
  }
  const takeWhole = (text: string) => {
    const amount = readAmount(text)
    if (amount === null || amount > largest) setRefusedAt(value)
    else take(amount)
  }
  const takeFrom = (source: DataTransfer, event: ClipboardEvent | DragEvent) => {
    const text = source.getData('text')
    if (text === '') return
    event.preventDefault()
    takeWhole(text)
  }
  const { composed, handlers } = useComposing(({ value: text }, event) => {
    const whole = wholeText(event, text)
    if (whole === null) take(typedAmount(text))
    else takeWhole(whole)
  })
  return {
    refusal: refusedAt === value ? t(unreadAmount, { largest: dollars(largest) }) : null,
    typing: {
      ref: input,
      inputMode: 'decimal',
      value: composed ?? formatCents(value),
      ...handlers,
      onPaste: (event: ClipboardEvent<HTMLInputElement>) => takeFrom(event.clipboardData, event),
      onDrop: (event: DragEvent<HTMLInputElement>) => takeFrom(event.dataTransfer, event),
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key !== 'z' || !(event.ctrlKey || event.metaKey)) return
        event.preventDefault()
        onChange(earlier.current.pop() ?? value)
      },
      // The next digit is appended at the end, wherever the pointer landed. Typing replaces a selection.
      onClick: () => {
        const { current } = input
        if (current && current.selectionStart === current.selectionEnd) {
          current.setSelectionRange(current.value.length, current.value.length)
        }
      },
    },
  } as const
}

/** In one piece; null when keys were pressed, also `00` and `000`. What browsers fill in comes without a type. */
function wholeText(event: Event, text: string): string | null {
  if (event instanceof CompositionEvent) return /\D/.test(plainDigits(event.data)) ? event.data : null
  if (!(event instanceof InputEvent) || event.inputType === '') return text === '' ? null : text
  const { inputType, data } = event
  if (inputType === 'insertText') return data === null || data.length === 1 || /^0+$/.test(data) ? null : data
  return /^insert(?!CompositionText)/.test(inputType) ? text : null
}

/** As cents; without digits it is zero. */
export function typedAmount(text: string): Cents {
  const digits = onlyDigits(text).replace(/^0+/, '').slice(0, mostDigits)
  return digits === '' ? noCents : cents(Number(digits))
}
