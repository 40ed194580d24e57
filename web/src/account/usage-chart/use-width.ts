import { type RefCallback, useCallback, useState } from 'react'

/** Measures the width of an element in pixels, again whenever it changes; 0 until the page has been laid out. */
export function useWidth(): { readonly ref: RefCallback<HTMLElement>; readonly width: number } {
  const [width, setWidth] = useState(0)
  // The same function at every render: React would otherwise stop and begin to observe each time.
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined
    const observer = new ResizeObserver(() => setWidth(element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { ref, width }
}
