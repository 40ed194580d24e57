import { type RefObject, useEffect } from 'react'

/**
 * Closes something small that was opened, such as a list of actions: by Esc, by pressing elsewhere, and by moving the
 * focus elsewhere.
 * @param box what it stands in, its opener included
 * @param close told whether Esc did it: then the focus belongs back to the opener
 */
export function useDismiss(
  box: RefObject<HTMLElement | null>,
  isOpen: boolean,
  close: (byEscape: boolean) => void,
): void {
  useEffect(() => {
    if (!isOpen) return undefined
    const onElsewhere = (event: Event) => {
      if (event.target instanceof Node && !box.current?.contains(event.target)) close(false)
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') close(true)
    }
    document.addEventListener('pointerdown', onElsewhere)
    document.addEventListener('focusin', onElsewhere)
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('pointerdown', onElsewhere)
      document.removeEventListener('focusin', onElsewhere)
      document.removeEventListener('keydown', onKey)
    }
  }, [box, isOpen, close])
}
