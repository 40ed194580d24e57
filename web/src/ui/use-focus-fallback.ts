import { type RefObject, useEffect, useRef } from 'react'

/**
 * Moves the focus to a heading or card when the element that had it has left the page, such as a link to what is now
 * shown or the button of a finished row (WCAG 2.4.3).
 * @param next an element with `tabIndex={-1}`
 * @param shown changes when something else is shown
 */
export function useFocusFallback(next: RefObject<HTMLElement | null>, shown: unknown): void {
  const before = useRef(shown)
  useEffect(() => {
    if (before.current === shown) return
    before.current = shown
    if (document.activeElement === document.body) next.current?.focus()
  }, [next, shown])
}
