import type { Ref } from 'react'
import { TextField } from '#ui/field.tsx'

interface CodeFieldProps {
  readonly id?: string
  /** The lead-in of what may be typed: a recovery code counts only where a factor has been set up before. */
  readonly hint?: string
  readonly value: string
  readonly error: string | null
  readonly onChange: (code: string) => void
  readonly ref?: Ref<HTMLInputElement>
}

/** The code of an authenticator app: phones and password managers know what it is, and it may be pasted. */
export function CodeField({ id, hint, value, error, onChange, ref }: CodeFieldProps) {
  return (
    <TextField
      ref={ref}
      id={id}
      label="Code"
      hint={hint}
      name="code"
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
