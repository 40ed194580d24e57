import { type RefObject, useEffect, useRef } from 'react'

/**
 * Moves the focus to the title of the dialog on top, which follows that of the page: for when the element that has it
 * goes, such as the button of a deleted row (WCAG 2.4.3).
 */
export function focusTitle(): void {
  const titles = document.querySelectorAll<HTMLElement>('h1,dialog[open]>:first-child>h2')
  titles[titles.length - 1]?.focus({ preventScroll: true })
}

/**
 * Moves the focus to a heading or card when the element that had it has left the page, such as a link to what is now
 * shown or the button of a finished row (WCAG 2.4.3). Where nothing had it, as when a page has just come, it moves none.
 * @param next an element with `tabIndex={-1}`
 * @param shown changes when something else is shown
 * @param preventScroll the place that is being read stays in view
 */
export function useFocusFallback(next: RefObject<HTMLElement | null>, shown: unknown, preventScroll = false): void {
  const before = useRef(shown)
  const holder = useRef<EventTarget | null>(null)
  useEffect(() => {
    holder.current = document.activeElement
    const note = ({ target }: FocusEvent) => {
      holder.current = target
    }
    document.addEventListener('focusin', note)
    return () => document.removeEventListener('focusin', note)
  }, [])
  useEffect(() => {
    if (before.current === shown) return
    before.current = shown
    const hasLeft = holder.current instanceof Element && !holder.current.isConnected
    if (hasLeft && document.activeElement === document.body) next.current?.focus({ preventScroll })
  }, [next, shown, preventScroll])
}
