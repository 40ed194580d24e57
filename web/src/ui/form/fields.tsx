import { type ChangeEvent, Fragment, type ReactNode } from 'react'
import { CheckboxField } from './checkbox-field.tsx'
import { NumberField, type NumberFieldProps } from './digits-input.tsx'
import { SelectField, type SelectFieldProps, TextAreaField, TextField, type TextFieldProps } from './field.tsx'
import { NewPasswordField, PasswordField } from './password-field.tsx'
import { type AnyForm, type Extra, type Field, type FieldList, type Input, type Rule, secret } from './use-form.ts'

export interface Named {
  readonly id?: string
  /** Its name in the call, where that is another. */
  readonly wire?: string
}
/** What a field is given once, in the list. */
export type Given<Props> = Omit<Props, 'id' | 'value' | 'error' | 'onChange'> & Named

/** In the order of their list. */
export function Fields<List extends FieldList>({
  form,
  of,
  extra = {},
}: {
  readonly form: AnyForm
  readonly of: List
  readonly extra?: { readonly [Name in keyof List]?: Extra }
}) {
  const extras = new Map<string, Extra | undefined>(Object.entries(extra))
  return Object.entries(of).map(([name, { draw }]) => (
    <Fragment key={name}>{draw?.(form.anyInput(name), extras.get(name) ?? {})}</Fragment>
  ))
}

export function text({ id, wire, ...props }: Given<TextFieldProps>, rule?: Rule): Field<string> {
  return ofText({ id, wire }, rule, (input) => <TextField {...props} {...entered(input)} />)
}

export function email(props: Given<TextFieldProps>, rule?: Rule): Field<string> {
  return text({ type: 'email', autoComplete: 'email', ...props }, rule)
}

export function area(
  { id, wire, ...props }: Given<Omit<Parameters<typeof TextAreaField>[0], 'ref'>>,
  rule?: Rule,
): Field<string> {
  return ofText({ id, wire }, rule, (input) => <TextAreaField {...props} {...entered(input)} />)
}

/** The screen gives `choices` where they are not known before. */
export function choice(
  {
    id,
    wire,
    none,
    data = [],
    ...props
  }: Given<Omit<SelectFieldProps, 'data'>> &
    Partial<Pick<SelectFieldProps, 'data'>> & {
      /** Stands in the list for nothing chosen. */
      readonly none?: string
    },
  rule?: Rule,
): Field<string> {
  const nothing = none === undefined ? [] : [{ value: '', label: none }]
  return ofText({ id, wire }, rule, (input, { choices = data }) => (
    <SelectField {...props} {...entered(input)} data={[...nothing, ...choices]} />
  ))
}

/** One that the person already has, or the second entry of a new one. */
export function password(
  { id, wire, ...props }: Given<Parameters<typeof PasswordField>[0]>,
  rule?: Rule,
): Field<string> {
  return secret(ofText({ id, wire }, rule, (input) => <PasswordField {...props} {...entered(input)} />))
}

/** One that the person makes up; a second field has to confirm it. */
export function newPassword({ label, ...named }: Named & { readonly label: string }, rule?: Rule): Field<string> {
  return secret(ofText(named, rule, (input) => <NewPasswordField {...entered(input)} label={label} />))
}

/** A number without meaning as a quantity, such as an account's; `Control` may limit what it takes in. */
export function digits(
  {
    id,
    wire,
    Control = NumberField,
    ...props
  }: Partial<Given<NumberFieldProps>> & {
    readonly Control?: (props: NumberFieldProps) => ReactNode
  },
  rule?: Rule,
): Field<string> {
  return ofText({ id, wire }, rule, (input) => <Control label={null} {...props} {...input} />)
}

export function tick(
  { id, wire, label, required = false }: Named & { readonly label: ReactNode; readonly required?: boolean },
  rule?: Rule,
): Field<boolean> {
  return {
    id,
    wire,
    rule,
    empty: false,
    draw: ({ value, ...input }) => (
      <CheckboxField label={label} required={required} {...input} checked={value === true} />
    ),
  }
}

/** A field of which the screen draws the control itself. */
export function own<Value>(empty: Value, { id, wire }: Named = {}, rule?: Rule): Field<Value> {
  return { id, wire, rule, empty }
}

interface TextInput extends Omit<Input<unknown>, 'value'>, Pick<Extra, 'label' | 'hint' | 'onBlur'> {
  readonly value: string
}

/** Holds text; what the screen says otherwise than the list wins. */
function ofText(
  { id, wire }: Pick<Field<string>, 'id' | 'wire'>,
  rule: Rule | undefined,
  draw: (input: TextInput, extra: Extra) => ReactNode,
): Field<string> {
  return {
    id,
    wire,
    rule,
    empty: '',
    draw: ({ value, ...input }, extra) => {
      const { choices: _, ...words } = extra
      return draw({ ...words, ...input, value: typeof value === 'string' ? value : '' }, extra)
    },
  }
}

/** For a control of the browser. */
function entered({ onChange, ...input }: TextInput) {
  return { ...input, onChange: (event: ChangeEvent<{ value: string }>) => onChange(event.currentTarget.value) }
}
