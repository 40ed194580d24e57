import { type RefObject, useEffect, useRef } from 'react'

/**
 * Gives the focus to a heading or a card when what had it has gone from the page, such as a link to what is shown now
 * or the button of a row that was dealt with (WCAG 2.4.3).
 * @param next with `tabIndex={-1}`
 * @param shown changes when something else is shown
 */
export function useFocusKept(next: RefObject<HTMLElement | null>, shown: unknown): void {
  const before = useRef(shown)
  useEffect(() => {
    if (before.current === shown) return
    before.current = shown
    if (document.activeElement === document.body) next.current?.focus()
  }, [next, shown])
}
