import { credentialTexts } from '@portal/contract/sign-in-texts'
import type { ReactNode } from 'react'
import { t } from '#ui/text/t.ts'
import type { FormErrors } from './error-summary.tsx'
import { type Refuse, useCheckedForm } from './use-checked-form.ts'
import { useForgetting } from './use-forgetting.ts'

export type { Refuse }

/** In words for the person who entered the value; undefined when it is good. */
export type Rule = (value: unknown) => string | undefined

export interface Input<Value> {
  readonly id: string
  readonly value: Value
  readonly error: string | undefined
  /** Its rule refuses the empty field: it is marked and says so. */
  readonly required?: true
  readonly onChange: (value: Value) => void
}

/** What only the screen knows of a field, when it shows it. */
export interface Extra {
  readonly label?: string
  readonly hint?: string
  readonly onBlur?: () => void
  /** Of a choice, without the one that stands for nothing chosen. */
  readonly choices?: readonly { readonly value: string; readonly label: string }[]
}

/** A field, as a kind of `fields.tsx` makes it. */
export interface Field<Value> {
  /** What it holds before anything is entered. */
  readonly empty: Value
  /** The id of its input, where it is not the field's own name. */
  readonly id?: string | undefined
  /** Its name in the call, where a refusal names it otherwise. */
  readonly wire?: string | undefined
  readonly rule?: Rule | undefined
  /** Emptied when the page is left: the browser may bring it back as it was, to somebody else. */
  readonly isSecret?: true
  /** Without it the screen draws label, hint, error and control itself, from `form.input`. */
  readonly draw?: (input: Input<unknown>, extra: Extra) => ReactNode
}

export type FieldList = Readonly<Record<string, Field<unknown>>>

export type ValuesOf<List extends FieldList> = {
  readonly [Name in keyof List]: List[Name] extends Field<infer Value> ? Value : never
}

/** About several fields. Its message stands at one of them, unless that one has a mistake of its own. */
export interface FormRule<Values> {
  readonly at: keyof Values & string
  readonly message: string
  readonly isMet: (values: Values) => boolean
}

export interface AnyForm {
  readonly anyInput: (name: string) => Input<unknown>
}

export interface Form<List extends FieldList> extends AnyForm {
  readonly values: ValuesOf<List>
  /** For code that runs later than the render that created it, such as after a reply. */
  readonly getValues: () => ValuesOf<List>
  readonly setFieldValue: <Name extends keyof List & string>(name: Name, value: ValuesOf<List>[Name]) => void
  /** For a control that the screen draws itself. */
  readonly input: <Name extends keyof List & string>(name: Name) => Input<ValuesOf<List>[Name]>
}

interface FormOptions<List extends FieldList> {
  /** Fields left out begin empty. */
  readonly initial?: Partial<ValuesOf<List>>
  readonly rules?: readonly FormRule<ValuesOf<List>>[]
  /** Not checked, because the form does not show them now. */
  readonly without?: FieldList
  readonly onValuesChange?: (values: ValuesOf<List>) => void
  /** A field by which the server judges others, too: changing it takes back what was refused. */
  readonly liftsRefusals?: keyof List & string
  /** A failed submission moves the focus to the first field in error instead. */
  readonly hasNoSummary?: boolean
}

/** A key is the field's name in the call; the list's order is that of the screen. Make it once, or by `useMemo`. */
export function useForm<List extends FieldList>(
  fields: List,
  { initial, rules = [], without = {}, ...options }: FormOptions<List> = {},
) {
  const ids = Object.fromEntries(Object.entries(fields).map(([name, { id }]) => [name, id ?? name]))
  const { form, refuse, change, ...rest } = useCheckedForm<ValuesOf<List>>({
    ...options,
    initialValues: initialOf(fields, initial),
    check: (values) => mistakesIn(fields, values, rules, without),
    fieldIds: ids,
  })
  useForgetting(() => {
    for (const [name, { isSecret, empty }] of Object.entries(fields)) if (isSecret) change(name, empty)
  })
  const given = (name: string) => ({
    id: ids[name] ?? name,
    ...(isRequired(fields[name]) && { required: true as const }),
  })
  const anyInput = (name: string): Input<unknown> => ({
    ...given(name),
    value: new Map<string, unknown>(Object.entries(form.values)).get(name),
    error: form.errors[name],
    onChange: (value) => change(name, value),
  })
  const formOfList: Form<List> = {
    values: form.values,
    getValues: form.getValues,
    setFieldValue: form.setFieldValue,
    anyInput,
    input: (name) => ({
      ...given(name),
      value: form.values[name],
      error: form.errors[name],
      onChange: (value) => change(name, value),
    }),
  }
  return {
    ...rest,
    form: formOfList,
    /** At the fields; those of other fields are left out. */
    refuse: ((told) => refuse(told.map((one) => ({ ...one, field: nameOf(fields, one.field) })))) satisfies Refuse,
  }
}

/** A card, a password, a code, the answer to a security question. */
export function secret<Value>(field: Field<Value>): Field<Value> {
  return { ...field, isSecret: true }
}

/** Without a schema, for pages that do not load that library. A password may be of spaces. */
export function filled(message: string): Rule {
  return (value) => (value === '' ? t(message) : undefined)
}

/** As `filled`; spaces alone do not count. */
export function written(message: string): Rule {
  return (value) => filled(message)(typeof value === 'string' ? value.trim() : value)
}

/** Of a new password and its second entry. */
export function enteredTwice<First extends string, Second extends string>(
  first: First,
  second: Second,
  message: string = credentialTexts.passwordsDiffer,
): FormRule<Readonly<Record<First | Second, string>>> {
  return { at: second, message: t(message), isMet: (typed) => typed[first] === typed[second] }
}

function isRequired(field: Field<unknown> | undefined): boolean {
  return field?.rule?.(field.empty) !== undefined
}

function initialOf<List extends FieldList>(fields: List, initial: object | undefined): ValuesOf<List> {
  const empty = Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.empty]))
  const values: unknown = { ...empty, ...initial }
  if (!hasEvery(fields, values)) throw new TypeError('A field without a value')
  return values
}

function hasEvery<List extends FieldList>(fields: List, values: unknown): values is ValuesOf<List> {
  return typeof values === 'object' && values !== null && Object.keys(fields).every((name) => name in values)
}

function mistakesIn<Values extends object>(
  fields: FieldList,
  values: Values,
  rules: readonly FormRule<Values>[],
  without: FieldList,
): FormErrors {
  const mistakes: Record<string, string> = {}
  for (const [name, value] of Object.entries(values)) {
    const mistake = name in without ? undefined : fields[name]?.rule?.(value)
    if (mistake !== undefined) mistakes[name] = mistake
  }
  for (const { at, message, isMet } of rules) if (!isMet(values)) mistakes[at] ??= message
  return mistakes
}

function nameOf(fields: FieldList, wire: string): string {
  return Object.entries(fields).find(([, field]) => field.wire === wire)?.[0] ?? wire
}
