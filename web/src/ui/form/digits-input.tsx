import { onlyDigits } from '@portal/contract/text'
import { type ChangeEvent, type CompositionEvent, useLayoutEffect, useRef, useState } from 'react'
import { TextField, type TextFieldProps } from './field.tsx'

interface DigitsInputProps extends Omit<NumberFieldProps, 'read'> {
  /** The control groups the digits on screen by itself. */
  readonly groupSize: number
}

/** In groups (4-4-4-4); spaces and dashes may be typed. No maximum length, which would cut a pasted number. */
export function DigitsInput({ value, onChange, groupSize, ...field }: DigitsInputProps) {
  const input = useRef<HTMLInputElement>(null)
  const digitsBeforeCaret = useRef<number | null>(null)
  useLayoutEffect(() => {
    if (digitsBeforeCaret.current === null || !input.current) return
    const caret = caretAfter(input.current.value, digitsBeforeCaret.current)
    input.current.setSelectionRange(caret, caret)
    digitsBeforeCaret.current = null
  })
  const { composed, handlers } = useComposing(({ value: text, selectionStart }, event) => {
    const before = onlyDigits(text.slice(0, selectionStart ?? text.length)).length
    const digits = onlyDigits(text)
    const deleted = digits === value ? digitAtSpace(event, before) : null
    digitsBeforeCaret.current = deleted ?? before
    onChange(deleted === null ? digits : value.slice(0, deleted) + value.slice(deleted + 1))
  })
  return (
    <TextField {...field} {...handlers} ref={input} inputMode="numeric" value={composed ?? grouped(value, groupSize)} />
  )
}

/** For Delete or Backspace on the space between two groups; null for any other input. */
function digitAtSpace(input: Event, digitsBefore: number): number | null {
  if (!(input instanceof InputEvent)) return null
  if (input.inputType === 'deleteContentForward') return digitsBefore
  return input.inputType === 'deleteContentBackward' ? digitsBefore - 1 : null
}

/** `4111111111111111` → `4111 1111 1111 1111`. */
function grouped(digits: string, groupSize: number): string {
  return (digits.match(new RegExp(`.{1,${groupSize}}`, 'g')) ?? []).join(' ')
}

function caretAfter(text: string, digits: number): number {
  let seen = 0
  for (const [index, letter] of [...text].entries()) {
    if (seen === digits) return index
    if (/\d/.test(letter)) seen += 1
  }
  return text.length
}

export interface NumberFieldProps extends Omit<TextFieldProps, 'value' | 'onChange'> {
  readonly value: string
  readonly onChange: (digits: string) => void
  /** What the field takes in of a text: all its digits, unless this says otherwise. */
  readonly read?: (text: string) => string
}

/** Takes in only the digits of what is typed or pasted, in any script. */
export function NumberField({ value, onChange, read = onlyDigits, ...field }: NumberFieldProps) {
  const { composed, handlers } = useComposing((input) => onChange(read(input.value)))
  return <TextField inputMode="numeric" {...field} {...handlers} value={composed ?? value} />
}

/** A page that writes into a field breaks a composition. `take` is called after changes and at a composition's end. */
export function useComposing(take: (input: HTMLInputElement, event: Event) => void) {
  const isComposing = useRef(false)
  const [composed, setComposed] = useState<string | null>(null)
  return {
    /** What has to stand in the field while an input method composes; null otherwise. */
    composed,
    handlers: {
      onChange: ({ currentTarget, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
        if (isComposing.current) setComposed(currentTarget.value)
        else take(currentTarget, nativeEvent)
      },
      onCompositionStart: () => {
        isComposing.current = true
      },
      onCompositionEnd: ({ currentTarget, nativeEvent }: CompositionEvent<HTMLInputElement>) => {
        isComposing.current = false
        setComposed(null)
        take(currentTarget, nativeEvent)
      },
    },
  } as const
}
