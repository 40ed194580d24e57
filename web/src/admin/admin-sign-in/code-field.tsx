import type { Ref } from 'react'
import { TextField } from '#ui/field.tsx'

interface CodeFieldProps {
  readonly id?: string
  /** Says that a recovery code is accepted too, where a second factor has been set up before. */
  readonly hint?: string
  readonly value: string
  readonly error: string | null
  readonly onChange: (code: string) => void
  /** The id of the text that asks for the code. */
  readonly 'aria-describedby'?: string | undefined
  readonly ref?: Ref<HTMLInputElement>
}

/** The code of an authenticator app. Phones and password managers can fill it in, and it may be pasted. */
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
