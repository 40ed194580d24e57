import { type ReactNode, useEffect, useId, useRef } from 'react'
import { t } from '#ui/text/t.ts'
import classes from './error-summary.module.css'

/** The message at each field in error. */
export type FormErrors = Readonly<Record<string, string>>

export interface FieldError {
  /** The id of the input that the link moves the focus to. */
  readonly fieldId: string
  readonly message: ReactNode
}

interface ErrorSummaryProps {
  readonly errors: readonly FieldError[]
  /** Of failed attempts; each new one moves the focus here, so that nobody misses why nothing happened. */
  readonly attempt: number
}

/** Each error is a link to its field (WCAG 3.3.1). The document title gets 'Error: '. */
export function ErrorSummary({ errors, attempt }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null)
  const titleId = useId()
  const hasErrors = errors.length > 0
  useEffect(() => {
    const { title } = document
    if (!hasErrors || title.startsWith('Error')) return undefined
    document.title = t('Error: {title}', { title })
    return () => {
      document.title = title
    }
  }, [hasErrors])
  useEffect(() => {
    if (attempt > 0) box.current?.focus()
  }, [attempt])
  if (!hasErrors) return null
  return (
    <div ref={box} className={classes.summary} tabIndex={-1} role="group" aria-labelledby={titleId}>
      <h2 id={titleId}>{t('There is a problem')}</h2>
      <ul>
        {errors.map((error) => (
          <li key={error.fieldId}>
            <a
              href={`#${error.fieldId}`}
              onClick={(event) => {
                event.preventDefault()
                document.getElementById(error.fieldId)?.focus()
              }}
            >
              {typeof error.message === 'string' ? t(error.message) : error.message}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
