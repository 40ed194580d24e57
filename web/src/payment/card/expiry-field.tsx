import { plainDigits } from '@portal/contract/text'
import type { ReactNode } from 'react'
import { useComposing } from '#ui/form/digits-input.tsx'
import { TextField } from '#ui/form/field.tsx'
import { t } from '#ui/text/t.ts'

interface ExpiryFieldProps {
  readonly id: string
  /** As typed. */
  readonly value: string
  /** The card belongs to somebody on the phone: the browser fills in nothing. */
  readonly byPhone: boolean
  readonly error: ReactNode
  readonly onChange: (typed: string) => void
}

/** The card's expiry month and year in one field (R30), in any of the ways in which people and browsers write them. */
export function ExpiryField({ value, byPhone, onChange, ...field }: ExpiryFieldProps) {
  const { composed, handlers } = useComposing((input) => onChange(withSlash(input.value, value)))
  const tidy = () => {
    const expiry = readExpiry(value)
    if (expiry !== '') onChange(`${expiry.slice(0, 2)}/${expiry.slice(2)}`)
  }
  return (
    <TextField
      {...field}
      {...handlers}
      label={t('Expiration date')}
      hint={t('MM/YY')}
      inputMode="numeric"
      autoComplete={byPhone ? 'off' : 'cc-exp'}
      value={composed ?? value}
      onBlur={tidy}
    />
  )
}

/** Types the slash for whoever types on after the month; one that is taken back stays away. */
function withSlash(typed: string, before: string): string {
  return typed.length > before.length ? typed.replace(/^(0[1-9]|1[0-2])(\d)$/, '$1/$2') : typed
}

/**
 * `MMYY` of a typed month and year, such as `08/29`, `8/29`, `0829` or `08/2029`.
 * @returns an empty text for anything else
 */
export function readExpiry(typed: string): string {
  const text = plainDigits(typed).trim()
  const [, month = '', year = ''] =
    /^(\d{1,2})\s*[/.\s\p{Pd}]\s*(?:20)?(\d\d)$/u.exec(text) ?? /^(\d{1,2})(?:20)?(\d\d)$/.exec(text) ?? []
  return month === '' ? '' : month.padStart(2, '0') + year
}
