import { type Cents, cents, formatCents, noCents, readAmount, unreadAmount } from '@portal/contract/money'
import { plainDigits } from '@portal/contract/text'
import {
  type ChangeEvent,
  type ClipboardEvent,
  type CompositionEvent,
  type DragEvent,
  type KeyboardEvent,
  useRef,
  useState,
} from 'react'

/** More digits than any payment has; digits beyond these are ignored, so that no amount overflows. */
const mostDigits = 9

/** An amount of money that people enter. */
export interface MoneyTyping {
  readonly value: Cents
  /** The most that is taken from a text as a whole. */
  readonly largest: Cents
  readonly onChange: (amount: Cents) => void
}

/**
 * Turns any text input into one for an amount of money. Digits that are typed count as cents and fill in from the right
 * (C§5). A text that comes in one piece, pasted, dropped, filled in by the browser or dictated, is read as an amount as a
 * whole, or is refused and changes nothing.
 * @returns the props of the input, and what to say about a text that was refused
 */
export function useMoneyTyping({ value, largest, onChange }: MoneyTyping) {
  const input = useRef<HTMLInputElement>(null)
  const isComposing = useRef(false)
  /** What stands there while an input method composes: it must not be touched until then. */
  const [composed, setComposed] = useState<string | null>(null)
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
  return {
    refusal: refusedAt === value ? unreadAmount(largest) : null,
    typing: {
      ref: input,
      inputMode: 'decimal',
      value: composed ?? formatCents(value),
      onChange: ({ currentTarget, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
        const text = currentTarget.value
        const whole = wholeText(nativeEvent, text)
        if (isComposing.current) setComposed(text)
        else if (whole === null) take(typedAmount(text))
        else takeWhole(whole)
      },
      onPaste: (event: ClipboardEvent<HTMLInputElement>) => takeFrom(event.clipboardData, event),
      onDrop: (event: DragEvent<HTMLInputElement>) => takeFrom(event.dataTransfer, event),
      onCompositionStart: () => {
        isComposing.current = true
      },
      onCompositionEnd: ({ currentTarget, data }: CompositionEvent<HTMLInputElement>) => {
        isComposing.current = false
        setComposed(null)
        if (/\D/.test(plainDigits(data))) takeWhole(data)
        else take(typedAmount(currentTarget.value))
      },
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key !== 'z' || !(event.ctrlKey || event.metaKey)) return
        event.preventDefault()
        onChange(earlier.current.pop() ?? value)
      },
      // The next digit is appended at the end, wherever the pointer landed. A selection is left alone: typing replaces
      // it.
      onClick: () => {
        const { current } = input
        if (current && current.selectionStart === current.selectionEnd) {
          current.setSelectionRange(current.value.length, current.value.length)
        }
      },
    },
  } as const
}

/**
 * What an input event put into the field in one piece; null when a key was pressed, as with one letter, the keys `00` and
 * `000`, or a deletion. What browsers fill in by themselves comes without a type and is all that stands there then.
 */
function wholeText(event: Event, text: string): string | null {
  if (!(event instanceof InputEvent) || event.inputType === '') return text === '' ? null : text
  const { inputType, data } = event
  if (inputType === 'insertText') return data === null || data.length === 1 || /^0+$/.test(data) ? null : data
  return /^insert(?!CompositionText)/.test(inputType) ? text : null
}

/** Reads the digits of a text as cents; without digits it is zero. */
export function typedAmount(text: string): Cents {
  const digits = plainDigits(text).replace(/\D/g, '').replace(/^0+/, '').slice(0, mostDigits)
  return digits === '' ? noCents : cents(Number(digits))
}
