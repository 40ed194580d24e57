import { type ReactNode, useEffect, useRef, useState } from 'react'
import { AlertIcon } from '../icons.tsx'
import { HiddenText } from '../text/hidden-text.tsx'
import classes from './error-text.module.css'

interface ErrorTextProps {
  /** Named by the `aria-describedby` of the input. */
  readonly id: string
  readonly children: ReactNode
}

/**
 * An error message at a field: an icon, the word 'Error' for screen readers, and the message. A screen reader reads it
 * when the focus comes to the field; if the focus is there already, as after Enter, nothing would be read, so the
 * message is announced (WCAG 4.1.3), at every Enter anew. Who looks at the page sees it come anew, too.
 */
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
        <HiddenText>Error: </HiddenText>
        {children}
      </span>
    </span>
  )
}
