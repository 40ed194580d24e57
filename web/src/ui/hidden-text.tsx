import type { ReactNode } from 'react'
import classes from './hidden-text.module.css'

interface HiddenTextProps {
  /** `status` is read out when it changes. */
  readonly role?: 'status'
  readonly children: ReactNode
}

/** Words that are heard and not seen. */
export function HiddenText({ role, children }: HiddenTextProps) {
  return (
    <span className={classes.hidden} role={role}>
      {children}
    </span>
  )
}
