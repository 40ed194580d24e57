import type { ReactNode } from 'react'
import classes from './hidden-text.module.css'

interface HiddenTextProps {
  /** `status` makes a screen reader announce changes of the text. */
  readonly role?: 'status'
  readonly children: ReactNode
}

/** Text for screen readers only. */
export function HiddenText({ role, children }: HiddenTextProps) {
  return (
    <span className={classes.hidden} role={role}>
      {children}
    </span>
  )
}
