import { type RefCallback, useCallback, useState } from 'react'

/** Measures the width of an element in pixels, again whenever it changes; null until the element is on the page. */
export function useWidth(): { readonly ref: RefCallback<HTMLElement>; readonly width: number | null } {
  const [width, setWidth] = useState<number | null>(null)
  // The same function at every render: React would otherwise stop and begin to observe each time.
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined
    const measure = () => setWidth(element.clientWidth)
    // At once, because what the observer says comes after everything has been laid out for the first time.
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { ref, width }
}
