import { type ReactNode, useEffect, useState } from 'react'
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

/** How long a text must stay unchanged before a screen reader announces it, in milliseconds. */
const quiet = 500

/** Returns a text once it has not changed for a moment, for what a screen reader announces. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), quiet)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
