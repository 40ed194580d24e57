import { type ChangeEvent, type ReactNode, useRef, useState } from 'react'
import type { FieldError } from './error-summary.tsx'

/** What is wrong, by field. */
type Errors = Readonly<Record<string, ReactNode>>

interface CheckedFormOptions<Values extends object> {
  readonly initialValues: Values
  /** What is wrong with the values, by field, such as `schemaResolver(schema, { sync: true })`. */
  readonly check: (values: Values) => Errors
  /** The id of each field's input, in the order of the screen. */
  readonly fieldIds: Readonly<Record<keyof Values & string, string>>
  readonly onValuesChange?: (values: Values) => void
}

/** The fields of a form as its inputs need them. */
export interface CheckedForm<Values extends object> {
  readonly values: Values
  /** What is shown at the fields now. */
  readonly errors: Errors
  /** The values as they are now, for an answer that comes later than the render. */
  readonly getValues: () => Values
  readonly setFieldValue: <Name extends keyof Values & string>(name: Name, value: Values[Name]) => void
  /** Value, error and change handler of a text or a choice. */
  readonly getInputProps: <Name extends keyof Values & string>(
    name: Name,
  ) => {
    readonly value: Values[Name]
    readonly error: ReactNode
    readonly onChange: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>) => void
  }
}

/** Something the server did not accept, and the value it was said about. */
interface Refused {
  readonly field: string
  readonly message: string
  readonly value: unknown
}

/**
 * A form that is checked when it is submitted. A field that failed is checked again at every change, of whichever
 * field, so that its message goes away the moment it is right; what the server refused stays refused until that field
 * is changed. Our own: the form library's state costs every page with a form more than its whole budget leaves, and has
 * no such rule.
 */
export function useCheckedForm<Values extends object>({
  initialValues,
  check,
  fieldIds,
  onValuesChange,
}: CheckedFormOptions<Values>) {
  const { values, getValues, change } = useValues(initialValues, onValuesChange)
  const [failed, setFailed] = useState<readonly string[]>([])
  const [attempt, setAttempt] = useState(0)
  const [refused, setRefused] = useState<readonly Refused[]>([])

  const errors = only(failed, { ...refusalsOf(refused, values), ...check(values) })
  const about = (field: string, message: string): Refused => ({ field, message, value: valueOf(getValues(), field) })
  const fail = (fields: readonly string[]) => {
    setFailed(fields)
    setAttempt((count) => count + 1)
  }
  const form: CheckedForm<Values> = {
    values,
    errors,
    getValues,
    setFieldValue: change,
    getInputProps: (name) => ({
      value: values[name],
      error: errors[name],
      onChange: (event) => change(name, event.currentTarget.value),
    }),
  }
  return {
    form,
    /** Counts failed submissions, for the error summary. */
    attempt,
    /** Every field in error, in the order of the screen. */
    errors: listed(errors, fieldIds),
    /** Submits when everything is in order; otherwise shows what is not, and says so to `onFailed`. */
    onSubmit:
      (send: (values: Values) => void, onFailed?: (errors: Errors) => void) =>
      (event?: { readonly preventDefault: () => void }): void => {
        event?.preventDefault()
        const now = getValues()
        const wrong = { ...refusalsOf(refused, now), ...check(now) }
        if (Object.keys(wrong).length === 0) {
          // What failed before is over: a form that is emptied once it was sent is not wrong again.
          setFailed([])
          return send(now)
        }
        fail(Object.keys(wrong))
        onFailed?.(wrong)
      },
    /** Shows at a field what is wrong with it, as a submission does, but without moving the focus. */
    point: (field: keyof Values & string, message: string) => {
      setRefused((before) => [...before, about(field, message)])
      setFailed((fields) => [...fields, field])
    },
    /** Shows at the fields what the server did not accept. */
    refuse: (told: readonly { readonly field: string; readonly message: string }[]) => {
      const known = told.filter(({ field }) => field in fieldIds)
      if (known.length === 0) return
      setRefused(known.map(({ field, message }) => about(field, message)))
      fail(known.map(({ field }) => field))
    },
  }
}

/** The values as state, and as they are at once after a change. */
function useValues<Values extends object>(initialValues: Values, onValuesChange?: (values: Values) => void) {
  const [values, setValues] = useState(initialValues)
  const latest = useRef(values)
  return {
    values,
    getValues: () => latest.current,
    change: (name: keyof Values & string, value: unknown) => {
      latest.current = { ...latest.current, [name]: value }
      setValues(latest.current)
      onValuesChange?.(latest.current)
    },
  }
}

function refusalsOf(refused: readonly Refused[], values: object): Errors {
  const still = refused.filter(({ field, value }) => valueOf(values, field) === value)
  return Object.fromEntries(still.map(({ field, message }) => [field, message]))
}

function valueOf(values: object, field: string): unknown {
  return new Map<string, unknown>(Object.entries(values)).get(field)
}

function only(fields: readonly string[], errors: Errors): Errors {
  return Object.fromEntries(Object.entries(errors).filter(([field]) => fields.includes(field)))
}

function listed(errors: Errors, fieldIds: Readonly<Record<string, string>>): FieldError[] {
  return Object.entries(fieldIds)
    .filter(([field]) => Boolean(errors[field]))
    .map(([field, fieldId]) => ({ fieldId, message: errors[field] }))
}
