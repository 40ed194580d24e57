import { useLayoutEffect } from 'react'

/**
 * Scrolls to the top when one view replaces another on the same page, wherever the button was that led there.
 * @param shown changes when something else is shown
 */
export function useScrollToTop(shown?: string): void {
  useLayoutEffect(() => {
    // In braces: newer browsers return a promise, which React would take for a clean-up function.
    window.scrollTo(0, 0)
  }, [shown])
}
