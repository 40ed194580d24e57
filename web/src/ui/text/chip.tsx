import type { ReactNode } from 'react'
import classes from './chip.module.css'

export type ChipTone = 'good' | 'waiting' | 'bad' | 'none'

/** A state in words, on a color of its own. */
export function Chip({ tone, children }: { readonly tone: ChipTone; readonly children: ReactNode }) {
  return (
    <span className={classes.chip} data-tone={tone}>
      {children}
    </span>
  )
}
