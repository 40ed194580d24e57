import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { FieldError, FormErrors } from './error-summary.tsx'
import { useSinglePress } from './single-press.ts'

interface CheckedFormOptions<Values extends object> {
  readonly initialValues: Values
  readonly check: (values: Values) => FormErrors
  /** In the order of the screen. */
  readonly fieldIds: Readonly<Record<string, string>>
  readonly onValuesChange?: (values: Values) => void
  /** A field by which the server judges others, too: changing it takes back what was refused. */
  readonly liftsRefusals?: keyof Values & string
  /** A failed submission moves the focus to the first field in error instead. */
  readonly hasNoSummary?: boolean
}

interface CheckedForm<Values extends object> {
  readonly values: Values
  /** Those that the fields show now. */
  readonly errors: FormErrors
  /** For code that runs later than the render that created it, such as after a reply. */
  readonly getValues: () => Values
  readonly setFieldValue: <Name extends keyof Values & string>(name: Name, value: Values[Name]) => void
}

/** At the fields of a form; those of other fields are left out. */
export type Refuse = (refusals: readonly Refusal[]) => void

interface Refusal {
  readonly field: string
  readonly message: string
}

/** With the value it refers to. */
interface Refused extends Refusal {
  readonly value: unknown
  /** A submission has been answered with it. */
  readonly isTold: boolean
}

/**
 * The state behind `useForm`. Refusals of the server stay until their field is changed. A form library would exceed the
 * page's budget.
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
  }
  return {
    form,
    /** Of a type that is not known here, such as that of one field of a list. */
    change,
    /** The number of failed submissions, for the error summary. */
    attempt,
    /** In the order of the screen. */
    errors: listed(errors, fieldIds),
    /** Once per double click. An error that came between two submissions is shown by the next one. */
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
    /** As a submission does, but without moving the focus. */
    showError: (field: keyof Values & string, message: string) => {
      refusals.add(getValues(), { field, message })
      setFailed((fields) => [...fields, field])
    },
    /** Except at fields that have been typed anew since they were sent. */
    refuse: ((told) => {
      if (liftsRefusals && isTypedAnew(liftsRefusals, sent.current, getValues())) return
      const known = told.filter(({ field }) => field in fieldIds && !isTypedAnew(field, sent.current, getValues()))
      if (known.length === 0) return
      refusals.answer(getValues(), known)
      fail(known.map(({ field }) => field))
    }) satisfies Refuse,
  }
}

/** Readable right after a change, before the next render. */
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

/** Each as long as the value is still the one that was refused. */
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

/** In the order of the screen. */
function focusFirst(fields: readonly string[], fieldIds: Readonly<Record<string, string>>): void {
  const first = Object.entries(fieldIds).find(([field]) => fields.includes(field))
  if (first) document.getElementById(first[1])?.focus()
}
