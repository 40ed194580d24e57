import type { ReactNode } from 'react'
import classes from './text-button.module.css'

interface TextButtonProps {
  readonly icon?: ReactNode
  readonly onClick: () => void
  readonly children: ReactNode
}

/** A button that reads like a link: it opens something here instead of leading away. */
export function TextButton({ icon, onClick, children }: TextButtonProps) {
  return (
    <button type="button" className={classes.button} onClick={onClick}>
      {icon}
      {children}
    </button>
  )
}
