import { tooLongText } from '@portal/contract/text'
import { type ComponentProps, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { t } from '#ui/text/t.ts'
import { AlertIcon, DownIcon } from '../icons.tsx'
import { HiddenText } from '../text/hidden-text.tsx'
import classes from './field.module.css'
import layout from './form-layout.module.css'

interface FieldProps {
  /** Null when the input has an `aria-label` instead. */
  readonly label: ReactNode
  /** One short line that helps to fill in the field correctly. */
  readonly hint?: ReactNode
  readonly error?: ReactNode
  /** Applies to the whole field, not to the input. */
  readonly className?: string
}

export interface TextFieldProps extends FieldProps, Omit<ComponentProps<'input'>, keyof FieldProps> {
  /** Shows the text as dots, without making it a password that the browser offers to save. */
  readonly isHidden?: boolean
  /** Inside the input's border, before and after the text. */
  readonly leftSection?: ReactNode
  readonly rightSection?: ReactNode
}
type TextAreaFieldProps = FieldProps &
  Omit<ComponentProps<'textarea'>, keyof FieldProps | 'maxLength' | 'value'> & {
    readonly value: string
    /** The most characters. A longer text stays as it is and the field says so: a browser would cut a pasted one. */
    readonly longest?: number
  }
export type SelectFieldProps = FieldProps &
  Omit<ComponentProps<'select'>, keyof FieldProps> & {
    readonly data: readonly (string | { readonly value: string; readonly label: string })[]
  }

/** Like all controls here it is the native one. */
export function TextField({ isHidden, leftSection, rightSection, ...field }: TextFieldProps) {
  const { frame, input } = useField(field)
  return (
    <Frame {...frame}>
      <div className={classes.wrapper}>
        {leftSection ? <span className={classes.left}>{leftSection}</span> : null}
        <input
          {...input}
          data-hidden={isHidden || undefined}
          data-left={leftSection ? true : undefined}
          data-right={rightSection ? true : undefined}
        />
        {rightSection ? <span className={classes.right}>{rightSection}</span> : null}
      </div>
    </Frame>
  )
}

/** It can be resized by its corner, and grows with the text where the browser supports it. */
export function TextAreaField({ longest = Infinity, ...field }: TextAreaFieldProps) {
  const { frame, input } = useField(field)
  const { length } = field.value.trim()
  const isTooLong = length > longest && !field.error
  return (
    <Frame {...frame}>
      <div className={classes.wrapper}>
        <textarea {...input} className={`${classes.input} ${classes.area}`} />
        <p className={classes.hint}>
          {/* Announced once, and not its length again with every key. */}
          <span role="status">{isTooLong ? t(tooLongText, { longest }) : ''}</span>
          {isTooLong ? t(' There are {length} now.', { length }) : ''}
        </p>
      </div>
    </Frame>
  )
}

/** The native select, which phones show in their own way and autofill understands. */
export function SelectField({ data, ...field }: SelectFieldProps) {
  const { frame, input } = useField(field)
  return (
    <Frame {...frame}>
      <div className={classes.wrapper}>
        <select {...input} data-shown={input.value} data-right>
          {data.map((choice) => {
            const { value, label } = typeof choice === 'string' ? { value: choice, label: choice } : choice
            return (
              <option key={value} value={value}>
                {label}
              </option>
            )
          })}
        </select>
        <span className={classes.arrow}>
          <DownIcon />
        </span>
      </div>
    </Frame>
  )
}

interface Described extends FieldProps {
  readonly id?: string | undefined
  readonly required?: boolean | undefined
  readonly 'aria-describedby'?: string | undefined
  readonly 'aria-invalid'?: ComponentProps<'input'>['aria-invalid']
}

/** Connects label, hint and error to the input by their ids. */
function useField<Props extends Described>({ label, hint, error, className, ...own }: Props) {
  const generated = useId()
  const id = own.id ?? generated
  const hintId = hint ? `${id}-hint` : undefined
  const errorId = `${id}-error`
  const describedBy = [own['aria-describedby'], hintId, error ? errorId : undefined].filter(Boolean).join(' ')
  return {
    frame: { id, label, hint, hintId, error, errorId, className, isRequired: own.required ?? false },
    input: {
      ...own,
      id,
      className: classes.input,
      'aria-describedby': describedBy || undefined,
      'aria-invalid': error ? true : own['aria-invalid'],
    },
  }
}

interface FrameProps extends FieldProps {
  readonly id: string
  readonly hintId: string | undefined
  readonly errorId: string
  readonly isRequired: boolean
  readonly children: ReactNode
}

/** The error stands above the control, where an on-screen keyboard never covers it. */
function Frame({ id, label, hint, hintId, error, errorId, className, isRequired, children }: FrameProps) {
  return (
    <div className={className ? `${classes.root} ${className}` : classes.root}>
      {label ? (
        <label htmlFor={id} className={classes.label} data-required={isRequired || undefined}>
          {label}
        </label>
      ) : null}
      {hint ? (
        <p id={hintId} className={classes.hint}>
          {hint}
        </p>
      ) : null}
      {error ? <ErrorText id={errorId}>{error}</ErrorText> : null}
      {children}
    </div>
  )
}

interface ErrorTextProps {
  /** Named by the `aria-describedby` of the input. */
  readonly id: string
  readonly children: ReactNode
}

/** If the focus is at the field already, as after Enter, the message is announced (WCAG 4.1.3), at every Enter anew. */
export function ErrorText({ id, children }: ErrorTextProps) {
  const text = useRef<HTMLSpanElement>(null)
  const [submissions, setSubmissions] = useState(0)
  useEffect(() => {
    if (document.activeElement?.matches(`[aria-describedby~="${id}"]`)) text.current?.setAttribute('role', 'alert')
  }, [id, children, submissions])
  useEffect(() => {
    const form = text.current?.closest('form')
    const count = () => setSubmissions((before) => before + 1)
    form?.addEventListener('submit', count)
    return () => form?.removeEventListener('submit', count)
  }, [])
  return (
    <span id={id} className={classes.error}>
      <AlertIcon size={18} />
      {/* Screen readers announce an alert when it appears, so each submission shows another one. */}
      <span key={submissions} ref={text} className={submissions > 0 ? classes.again : undefined}>
        <HiddenText>{t('Error:')} </HiddenText>
        {typeof children === 'string' ? t(children) : children}
      </span>
    </span>
  )
}

export function FormSection({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <fieldset className={layout.fields}>
      <legend className={layout.legend}>
        <h2>{title}</h2>
      </legend>
      {children}
    </fieldset>
  )
}
