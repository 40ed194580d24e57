import { useLayoutEffect } from 'react'

/**
 * Begins what takes another's place on the same page at its top, wherever the button was that led to it.
 * @param shown changes when something else is shown
 */
export function useAtTop(shown?: string): void {
  useLayoutEffect(() => {
    // Newer browsers answer a promise, which is nothing to clean up.
    window.scrollTo(0, 0)
  }, [shown])
}
