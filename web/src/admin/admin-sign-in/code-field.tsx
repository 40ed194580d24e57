import type { Ref } from 'react'
import { TextField } from '#ui/field.tsx'

interface CodeFieldProps {
  readonly id?: string
  /** The lead-in of what may be typed: a recovery code counts only where a factor has been set up before. */
  readonly hint?: string
  readonly value: string
  readonly error: string | null
  readonly onChange: (code: string) => void
  /** The id of what asks for it. */
  readonly 'aria-describedby'?: string | undefined
  readonly ref?: Ref<HTMLInputElement>
}

/** The code of an authenticator app: phones and password managers know what it is, and it may be pasted. */
export function CodeField({ onChange, ...field }: CodeFieldProps) {
  return (
    <TextField
      {...field}
      label="Code"
      name="code"
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
