import type { ReactNode } from 'react'
import classes from './error-text.module.css'
import { HiddenText } from '../text/hidden-text.tsx'
import { AlertIcon } from '../icons.tsx'

interface ErrorTextProps {
  /** Named by the `aria-describedby` of the input. */
  readonly id: string
  readonly children: ReactNode
}

/** An error message at a field: an icon, the word 'Error' for screen readers, and the message. */
export function ErrorText({ id, children }: ErrorTextProps) {
  return (
    <span id={id} className={classes.error}>
      <AlertIcon size={18} />
      <span>
        <HiddenText>Error: </HiddenText>
        {children}
      </span>
    </span>
  )
}
