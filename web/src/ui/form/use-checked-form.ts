import { type ChangeEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { FormErrors } from './check-by-schema.ts'
import type { FieldError } from './error-summary.tsx'

interface CheckedFormOptions<Values extends object> {
  readonly initialValues: Values
  /** Returns the errors of the values, by field; for example by `checkBySchema`. */
  readonly check: (values: Values) => FormErrors
  /** The id of each field's input, in the order of the screen. */
  readonly fieldIds: Readonly<Record<string, string>>
  readonly onValuesChange?: (values: Values) => void
  /** A field by which the server judges others, too: changing it takes back what was refused. */
  readonly liftsRefusals?: keyof Values & string
  /** The form shows no error summary: a failed submission moves the focus to the first field in error instead. */
  readonly hasNoSummary?: boolean
}

/** What the inputs of a form need. */
export interface CheckedForm<Values extends object> {
  readonly values: Values
  /** The errors that the fields show now. */
  readonly errors: FormErrors
  /** The latest values, for code that runs later than the render that created it, such as after a reply. */
  readonly getValues: () => Values
  readonly setFieldValue: <Name extends keyof Values & string>(name: Name, value: Values[Name]) => void
  /** The value, error and change handler of a text input or select. */
  readonly getInputProps: <Name extends keyof Values & string>(
    name: Name,
  ) => {
    readonly value: Values[Name]
    readonly error: string | undefined
    readonly onChange: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>) => void
  }
  /** The same for an input that passes its new value itself, such as an amount of money. */
  readonly getValueProps: <Name extends keyof Values & string>(
    name: Name,
  ) => {
    readonly value: Values[Name]
    readonly error: string | undefined
    readonly onChange: (value: Values[Name]) => void
  }
}

/** Shows the server's refusals at the fields of a form; those of other fields are left out. */
export type Refuse = (refusals: readonly Refusal[]) => void

interface Refusal {
  readonly field: string
  readonly message: string
}

/** A refusal from the server, and the value it refers to. */
interface Refused extends Refusal {
  readonly value: unknown
  /** A submission has been answered with it. */
  readonly isTold: boolean
}

/**
 * A form that is checked when it is submitted. After that, a field that failed is checked again at every change of any
 * field, so that its message disappears as soon as it is right. What the server refused is shown until that very field
 * is changed, or the one that lifts refusals. Whoever submits the same values again asks again: the answer may be another
 * one by now, and it comes anew either way.
 * Not a form library: one would add more to every page with a form than its budget allows, and has no such rule.
 */
export function useCheckedForm<Values extends object>({
  initialValues,
  check,
  fieldIds,
  onValuesChange,
  liftsRefusals,
  hasNoSummary = false,
}: CheckedFormOptions<Values>) {
  const [failed, setFailed] = useState<readonly string[]>([])
  const [attempt, setAttempt] = useState(0)
  const refusals = useRefusals()
  const { values, getValues, change } = useValues(initialValues, (now, name) => {
    if (name === liftsRefusals) refusals.clear()
    onValuesChange?.(now)
  })
  const sent = useRef<Values | null>(null)
  const once = useSinglePress()

  const errors = only(failed, { ...refusals.of(values), ...check(values) })
  const fail = (fields: readonly string[]) => {
    setFailed(fields)
    setAttempt((count) => count + 1)
  }
  const focus = useEffectEvent(() => (hasNoSummary ? focusFirst(failed, fieldIds) : undefined))
  // Once the messages are there, so that a screen reader reads them with the field.
  useEffect(() => focus(), [attempt])
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
    getValueProps: (name) => ({ ...form.getInputProps(name), onChange: (value) => change(name, value) }),
  }
  return {
    form,
    /** Changes a value whose type is not known here, such as that of one field of a list. */
    change,
    /** The number of failed submissions, for the error summary. */
    attempt,
    /** Every field in error, in the order of the screen. */
    errors: listed(errors, fieldIds),
    /**
     * Calls `send` when the form finds nothing wrong itself, once per double click; otherwise shows the errors. An error
     * that came between two submissions is shown by the next one, and the server asked again by the one after it.
     */
    onSubmit:
      (send: (values: Values) => void) =>
      (event?: { readonly preventDefault: () => void }): void => {
        event?.preventDefault()
        const now = getValues()
        const mistakes = check(now)
        if (Object.keys({ ...refusals.untoldOf(now), ...mistakes }).length === 0) {
          // Forget earlier errors: a form that is emptied after sending must not show them again.
          setFailed([])
          refusals.clear()
          sent.current = now
          return once(() => send(now))
        }
        refusals.tell()
        fail(Object.keys({ ...refusals.of(now), ...mistakes }))
      },
    /** Shows an error at a field as a submission does, but without moving the focus. */
    showError: (field: keyof Values & string, message: string) => {
      refusals.add(getValues(), { field, message })
      setFailed((fields) => [...fields, field])
    },
    /** Shows the server's refusals at the fields, except those that have been typed anew since they were sent. */
    refuse: ((told) => {
      if (liftsRefusals && isTypedAnew(liftsRefusals, sent.current, getValues())) return
      const known = told.filter(({ field }) => field in fieldIds && !isTypedAnew(field, sent.current, getValues()))
      if (known.length === 0) return
      refusals.answer(getValues(), known)
      fail(known.map(({ field }) => field))
    }) satisfies Refuse,
  }
}

/**
 * Runs what a press does, once. On a slow phone both presses of a double click may wait for the same long task, and the
 * browser delivers the second one before the page shows that the first one is under way.
 */
export function useSinglePress(): (act: () => void) => void {
  const isPressed = useRef(false)
  return (act) => {
    if (isPressed.current) return
    isPressed.current = true
    act()
    // Timers run after pending presses have been delivered, and this one after the page shows what the act has begun.
    setTimeout(() => {
      isPressed.current = false
    })
  }
}

/** The values as state, and a way to read them right after a change, before the next render. */
function useValues<Values extends object>(initialValues: Values, onChange: (values: Values, changed: string) => void) {
  const [values, setValues] = useState(initialValues)
  const latest = useRef(values)
  return {
    values,
    getValues: () => latest.current,
    change: (name: string, value: unknown) => {
      latest.current = { ...latest.current, [name]: value }
      setValues(latest.current)
      onChange(latest.current, name)
    },
  }
}

/** What the server refused, each of it as long as the value is still the one that was refused. */
function useRefusals() {
  const [refused, setRefused] = useState<readonly Refused[]>([])
  const about = (values: object, { field, message }: Refusal, isTold: boolean): Refused => ({
    field,
    message,
    value: valueOf(values, field),
    isTold,
  })
  return {
    of: (values: object) => refusalsOf(refused, values),
    untoldOf: (values: object) =>
      refusalsOf(
        refused.filter(({ isTold }) => !isTold),
        values,
      ),
    /** A submission has been answered with all of them. */
    tell: () => setRefused((before) => before.map((each) => ({ ...each, isTold: true }))),
    add: (values: object, one: Refusal) => setRefused((before) => [...before, about(values, one, false)]),
    /** The server has answered a submission with these. */
    answer: (values: object, all: readonly Refusal[]) => setRefused(all.map((one) => about(values, one, true))),
    clear: () => setRefused([]),
  }
}

function refusalsOf(refused: readonly Refused[], values: object): FormErrors {
  const still = refused.filter(({ field, value }) => valueOf(values, field) === value)
  return Object.fromEntries(still.map(({ field, message }) => [field, message]))
}

function valueOf(values: object, field: string): unknown {
  return new Map<string, unknown>(Object.entries(values)).get(field)
}

/** An emptied field does not count: a form empties some by itself after an attempt, such as a security code. */
function isTypedAnew(field: string, sent: object | null, now: object): boolean {
  const value = valueOf(now, field)
  return sent !== null && value !== '' && value !== valueOf(sent, field)
}

function only(fields: readonly string[], errors: FormErrors): FormErrors {
  return Object.fromEntries(Object.entries(errors).filter(([field]) => fields.includes(field)))
}

function listed(errors: FormErrors, fieldIds: Readonly<Record<string, string>>): FieldError[] {
  return Object.entries(fieldIds)
    .filter(([field]) => Boolean(errors[field]))
    .map(([field, fieldId]) => ({ fieldId, message: errors[field] }))
}

/** Moves the focus to the first of these fields, in the order of the screen. */
function focusFirst(fields: readonly string[], fieldIds: Readonly<Record<string, string>>): void {
  const first = Object.entries(fieldIds).find(([field]) => fields.includes(field))
  if (first) document.getElementById(first[1])?.focus()
}
