import { type ReactNode, useId } from 'react'
import { ErrorText } from './field.tsx'
import classes from './checkbox-field.module.css'

interface CheckboxFieldProps {
  readonly id: string
  readonly label: ReactNode
  readonly error: ReactNode
  readonly required: boolean
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
}

/** Pressing anywhere on the line toggles it. */
export function CheckboxField({ id, label, error, required, checked, onChange }: CheckboxFieldProps) {
  const errorId = useId()
  return (
    <div className={classes.field}>
      {error ? <ErrorText id={errorId}>{error}</ErrorText> : null}
      <div className={classes.line}>
        <input
          id={id}
          type="checkbox"
          className={classes.box}
          checked={checked}
          data-shown={checked}
          aria-required={required || undefined}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? errorId : undefined}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        <label htmlFor={id} data-required={required || undefined}>
          {label}
        </label>
      </div>
    </div>
  )
}
