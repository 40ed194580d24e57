import '@mantine/core/styles/Input.layer.css'
import {
  InputBase,
  type InputBaseProps,
  NativeSelect,
  type NativeSelectProps,
  TextInput,
  type TextInputProps,
} from '@mantine/core'
import type { ComponentProps, ReactNode } from 'react'
import { errorText } from './error-text.tsx'
import classes from './field.module.css'

interface FieldProps {
  readonly label: ReactNode
  /** One short line under the label that helps to get it right the first time. */
  readonly hint?: ReactNode
  /** What is wrong with it, from the form. */
  readonly error?: ReactNode
}

const look = {
  classNames: {
    root: classes.root,
    label: classes.label,
    description: classes.hint,
    wrapper: classes.wrapper,
    input: classes.input,
    section: classes.section,
  },
  // The message stands between label and input, where it is read before typing and never hidden by a keyboard.
  inputWrapperOrder: ['label', 'description', 'error', 'input'],
} satisfies Partial<TextInputProps>

/** One line of text with its label, hint and error. */
export function TextField({ hint, error, ...input }: FieldProps & Omit<TextInputProps, keyof FieldProps>) {
  return (
    <TextInput
      {...look}
      description={hint}
      error={errorText(error)}
      errorProps={{ className: classes.error }}
      {...input}
    />
  )
}

/** Several lines of text. The browser's own text area: it grows by its corner, and with what is typed where browsers can. */
export function TextAreaField({
  hint,
  error,
  ...area
}: FieldProps & Omit<InputBaseProps & ComponentProps<'textarea'>, keyof FieldProps>) {
  return (
    <InputBase
      component="textarea"
      multiline
      {...look}
      classNames={{ ...look.classNames, input: `${classes.input} ${classes.area}` }}
      description={hint}
      error={errorText(error)}
      errorProps={{ className: classes.error }}
      {...area}
    />
  )
}

/** A choice from a list: the browser's own select, which phones open as a wheel and autofill understands. */
export function SelectField({ hint, error, ...select }: FieldProps & Omit<NativeSelectProps, keyof FieldProps>) {
  return (
    <NativeSelect
      {...look}
      description={hint}
      error={errorText(error)}
      errorProps={{ className: classes.error }}
      {...select}
    />
  )
}
