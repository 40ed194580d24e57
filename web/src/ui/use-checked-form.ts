import { type FormErrors, useForm } from '@mantine/form'
import { useLayoutEffect, useRef, useState } from 'react'
import type { FieldError } from './error-summary.tsx'

interface CheckedFormOptions<Values extends object> {
  readonly initialValues: Values
  /** What is wrong with the values, by field, such as `schemaResolver(schema, { sync: true })`. */
  readonly check: (values: Values) => FormErrors
  /** The id of each field's input, in the order of the screen. */
  readonly fieldIds: Readonly<Record<keyof Values & string, string>>
  readonly onValuesChange?: (values: Values) => void
}

/** Something the server did not accept, and the value it was said about. */
interface Refused {
  readonly field: string
  readonly message: string
  readonly value: unknown
}

/**
 * A form that is checked when it is submitted. A field that failed is checked again at every change, of whichever field, so
 * that its message goes away the moment it is right; what the server refused stays refused until that field is changed.
 */
export function useCheckedForm<Values extends object>(options: CheckedFormOptions<Values>) {
  const [failed, setFailed] = useState<readonly string[]>([])
  const [attempt, setAttempt] = useState(0)
  const refused = useRef<readonly Refused[]>([])
  const form = useForm<Values>({
    initialValues: options.initialValues,
    validate: (values) => ({ ...errorsOf(refused.current, values), ...options.check(values) }),
    ...(options.onValuesChange ? { onValuesChange: options.onValuesChange } : {}),
  })
  const { values, validateField } = form
  useLayoutEffect(() => {
    for (const field of failed) void validateField(field)
    // Only a change of the values is a reason to look again.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [values])
  const fail = (errors: FormErrors) => {
    setFailed(Object.keys(errors))
    setAttempt((count) => count + 1)
  }
  return {
    form,
    /** Counts failed submissions, for the error summary. */
    attempt,
    /** Every field in error, in the order of the screen. */
    errors: listed(form.errors, options.fieldIds),
    /** Submits when everything is in order; otherwise shows what is not, and says so to `onFailed`. */
    onSubmit: (send: (values: Values) => void, onFailed?: (errors: FormErrors) => void) =>
      form.onSubmit(send, (errors) => {
        fail(errors)
        onFailed?.(errors)
      }),
    /** Shows at a field what is wrong with it, as a submission does, but without moving the focus. */
    point: (field: keyof Values & string, message: string) => {
      refused.current = [...refused.current, { field, message, value: form.getValues()[field] }]
      form.setFieldError(field, message)
      setFailed((fields) => [...fields, field])
    },
    /** Shows at the fields what the server did not accept. */
    refuse: (errors: readonly { readonly field: string; readonly message: string }[]) => {
      const known = errors.filter((error) => error.field in options.fieldIds)
      if (known.length === 0) return
      const now = new Map<string, unknown>(Object.entries(form.getValues()))
      refused.current = known.map((error) => ({ ...error, value: now.get(error.field) }))
      const shown = Object.fromEntries(known.map((error) => [error.field, error.message]))
      form.setErrors(shown)
      fail(shown)
    },
  }
}

function errorsOf(refused: readonly Refused[], values: object): FormErrors {
  const now: Record<string, unknown> = { ...values }
  return Object.fromEntries(
    refused.filter((one) => now[one.field] === one.value).map((one) => [one.field, one.message]),
  )
}

function listed(errors: FormErrors, fieldIds: Readonly<Record<string, string>>): FieldError[] {
  return Object.entries(fieldIds)
    .filter(([field]) => Boolean(errors[field]))
    .map(([field, fieldId]) => ({ fieldId, message: errors[field] }))
}
