import type { ReactNode } from 'react'
import type { FormErrors } from './check-by-schema.ts'
import { type Refuse, useCheckedForm } from './use-checked-form.ts'

export type { Refuse }

/** What is wrong with a value, in words for the person who entered it; undefined when it is good. */
export type Rule = (value: unknown) => string | undefined

/** What a control needs of its form. */
export interface Input<Value> {
  readonly id: string
  readonly value: Value
  readonly error: string | undefined
  readonly onChange: (value: Value) => void
}

/** What only the screen knows of a field, when it shows it. */
export interface Extra {
  readonly label?: string
  readonly hint?: string
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
  /** Draws label, hint, error and control. Without it the screen draws them itself, from `form.input`. */
  readonly draw?: (input: Input<unknown>, extra: Extra) => ReactNode
}

export type FieldList = Readonly<Record<string, Field<unknown>>>

export type ValuesOf<List extends FieldList> = {
  readonly [Name in keyof List]: List[Name] extends Field<infer Value> ? Value : never
}

/** A rule about several fields. Its message stands at one of them, unless that one has a mistake of its own. */
export interface FormRule<Values> {
  readonly at: keyof Values & string
  readonly message: string
  readonly isMet: (values: Values) => boolean
}

/** What `Fields` needs of a form. */
export interface AnyForm {
  readonly anyInput: (name: string) => Input<unknown>
}

/** A form, for the components that show its fields. */
export interface Form<List extends FieldList> extends AnyForm {
  readonly values: ValuesOf<List>
  /** The latest values, for code that runs later than the render that created it, such as after a reply. */
  readonly getValues: () => ValuesOf<List>
  readonly setFieldValue: <Name extends keyof List & string>(name: Name, value: ValuesOf<List>[Name]) => void
  /** For a control that the screen draws itself. */
  readonly input: <Name extends keyof List & string>(name: Name) => Input<ValuesOf<List>[Name]>
}

interface FormOptions<List extends FieldList> {
  /** The values to begin with; fields left out begin empty. */
  readonly initial?: Partial<ValuesOf<List>>
  readonly rules?: readonly FormRule<ValuesOf<List>>[]
  /** Fields that are not checked, because the form does not show them now. */
  readonly without?: FieldList
  readonly onValuesChange?: (values: ValuesOf<List>) => void
  /** A field by which the server judges others, too: changing it takes back what was refused. */
  readonly liftsRefusals?: keyof List & string
  /** The form shows no error summary: a failed submission moves the focus to the first field in error instead. */
  readonly hasNoSummary?: boolean
}

/**
 * A form made from a list of its fields, each named once:
 *
 * ```tsx
 * const fields = {
 *   city: text({ label: 'City', required: true }, rule(Address.shape.city)),
 *   state: choice({ label: 'State / Province', none: 'Choose a state' }, rule(Address.shape.state)),
 * }
 * const { form, errors, attempt, onSubmit, refuse } = useForm(fields, { initial, rules })
 * <Fields form={form} of={fields} extra={{ state: { choices } }} />
 * ```
 *
 * A field's key is its name in the call, so the values need no translation to become its body, and a refusal finds its
 * field. The order of the list is that of the screen: of the error summary, and of which field gets the focus. A part of
 * the list can be shown at a place of its own: `<Fields form={form} of={address} />`. The list is made once, outside the
 * component, or by `useMemo`. When what is said goes away again, `useCheckedForm` says.
 */
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
  const anyInput = (name: string): Input<unknown> => ({
    id: ids[name] ?? name,
    value: new Map<string, unknown>(Object.entries(form.values)).get(name),
    error: form.errors[name],
    onChange: (value) => change(name, value),
  })
  const formOfList: Form<List> = {
    values: form.values,
    getValues: form.getValues,
    setFieldValue: form.setFieldValue,
    anyInput,
    input: (name) => ({ id: ids[name] ?? name, ...form.getValueProps(name) }),
  }
  return {
    ...rest,
    form: formOfList,
    /** Shows the server's refusals at the fields; those of other fields are left out. */
    refuse: ((told) => refuse(told.map((one) => ({ ...one, field: nameOf(fields, one.field) })))) satisfies Refuse,
  }
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
