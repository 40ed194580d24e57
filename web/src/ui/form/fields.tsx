import { Fragment, type ReactNode } from 'react'
import { CheckboxField } from './checkbox-field.tsx'
import { NumberField, type NumberFieldProps } from './digits-input.tsx'
import { SelectField, type SelectFieldProps, TextAreaField, TextField, type TextFieldProps } from './field.tsx'
import { NewPasswordField, PasswordField } from './password-field.tsx'
import type { AnyForm, Extra, Field, FieldList, Rule } from './use-form.ts'

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
  return {
    id,
    wire,
    rule,
    empty: '',
    draw: ({ value, onChange, ...input }, extra) => (
      <TextField
        {...props}
        {...words(extra)}
        {...input}
        value={textOf(value)}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    ),
  }
}

export function email(props: Given<TextFieldProps>, rule?: Rule): Field<string> {
  return text({ type: 'email', autoComplete: 'email', ...props }, rule)
}

export function area(
  { id, wire, ...props }: Given<Omit<Parameters<typeof TextAreaField>[0], 'ref'>>,
  rule?: Rule,
): Field<string> {
  return {
    id,
    wire,
    rule,
    empty: '',
    draw: ({ value, onChange, ...input }, extra) => (
      <TextAreaField
        {...props}
        {...words(extra)}
        {...input}
        value={textOf(value)}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    ),
  }
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
  return {
    id,
    wire,
    rule,
    empty: '',
    draw: ({ value, onChange, ...input }, extra) => (
      <SelectField
        {...props}
        {...words(extra)}
        {...input}
        data={[...nothing, ...(extra.choices ?? data)]}
        value={textOf(value)}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    ),
  }
}

/** One that the person already has, or the second entry of a new one. */
export function password(
  { id, wire, ...props }: Given<Parameters<typeof PasswordField>[0]>,
  rule?: Rule,
): Field<string> {
  return {
    id,
    wire,
    rule,
    isSecret: true,
    empty: '',
    draw: ({ value, onChange, ...input }, extra) => (
      <PasswordField
        {...props}
        {...words(extra)}
        {...input}
        value={textOf(value)}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    ),
  }
}

/** One that the person makes up; a second field has to confirm it. */
export function newPassword({ id, label, wire }: Named & { readonly label: string }, rule?: Rule): Field<string> {
  return {
    id,
    wire,
    rule,
    isSecret: true,
    empty: '',
    draw: ({ value, onChange, ...input }) => (
      <NewPasswordField
        label={label}
        {...input}
        value={textOf(value)}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    ),
  }
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
  return {
    id,
    wire,
    rule,
    empty: '',
    draw: ({ value, onChange, ...input }, extra) => (
      <Control label={null} {...props} {...words(extra)} {...input} value={textOf(value)} onChange={onChange} />
    ),
  }
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

/** What a screen says otherwise than the list. */
function words({ label, hint, onBlur }: Extra): Pick<Extra, 'label' | 'hint' | 'onBlur'> {
  return {
    ...(label === undefined ? {} : { label }),
    ...(hint === undefined ? {} : { hint }),
    ...(onBlur === undefined ? {} : { onBlur }),
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
