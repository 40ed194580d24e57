import { type ReactNode, useCallback, useRef, useState } from 'react'
import { HiddenText } from '../text/hidden-text.tsx'
import { useDismiss } from './menu.tsx'
import classes from './toggletip.module.css'

interface ToggletipProps {
  /** Always visible. */
  readonly children: ReactNode
  /** Shown on hover, focus or press; screen readers always read it. */
  readonly full: string
}

/** Opens by mouse, touch and keyboard; Esc closes it (WCAG 1.4.13). */
export function Toggletip({ children, full }: ToggletipProps) {
  const [isOpen, setOpen] = useState(false)
  const tip = useRef<HTMLSpanElement>(null)
  const close = useCallback(() => setOpen(false), [])
  useDismiss(tip, isOpen, close)
  return (
    // The bubble is inside the element, so that the pointer can move onto it without closing it.
    <span ref={tip} className={classes.tip} onPointerEnter={() => setOpen(true)} onPointerLeave={close}>
      <button type="button" className={classes.button} onClick={() => setOpen(true)} onFocus={() => setOpen(true)}>
        <span aria-hidden="true">{children}</span>
        <HiddenText>{full}</HiddenText>
      </button>
      {isOpen ? (
        <span className={classes.bubble} aria-hidden="true">
          {full}
        </span>
      ) : null}
    </span>
  )
}
