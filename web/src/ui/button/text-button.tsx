import type { ReactNode } from 'react'
import classes from './text-button.module.css'

interface TextButtonProps {
  readonly icon?: ReactNode
  readonly onClick: () => void
  readonly children: ReactNode
}

/** A button that looks like a link, for something that opens on the same page. */
export function TextButton({ icon, onClick, children }: TextButtonProps) {
  return (
    <button type="button" className={classes.button} onClick={onClick}>
      {icon}
      {children}
    </button>
  )
}
