import { type RefObject, useEffect, useRef } from 'react'

/** To the title of the dialog on top, or of the page, when the element with the focus goes (WCAG 2.4.3). */
export function focusTitle(): void {
  const titles = document.querySelectorAll<HTMLElement>('h1,dialog[open]>:first-child>h2')
  titles[titles.length - 1]?.focus({ preventScroll: true })
}

/** Only if what had the focus has left (WCAG 2.4.3). `next` has `tabIndex={-1}`; `shown` changes with what is shown. */
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
