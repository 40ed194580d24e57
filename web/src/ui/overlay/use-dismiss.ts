import { type RefObject, useEffect } from 'react'

/**
 * Closes something small, such as a list of actions, on Esc, on a press elsewhere, and when the focus moves elsewhere.
 * @param box the element that contains it and its opener
 * @param close is told whether Esc was pressed: then the focus should return to the opener
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
