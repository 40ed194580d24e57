import { type RefObject, useEffect } from 'react'
import { held } from '#ui/focus.ts'

/**
 * The bar at the lower edge covers neither what has the focus nor the row just pressed (WCAG 2.4.11), also when it comes
 * with that press or grows.
 */
export function useClearOfBar(bar: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { current } = bar
    const { style } = document.documentElement
    const observer = new ResizeObserver(() => {
      const isOver = current !== null && getComputedStyle(current).position === 'sticky'
      style.scrollPaddingBlockEnd = isOver ? `${current.offsetHeight + 16}px` : ''
      const row = held()?.closest('tr')
      // On a phone a row may be higher than the room above the bar.
      if (isOver && row) for (const part of [row, held()]) part?.scrollIntoView({ block: 'nearest' })
    })
    if (current) observer.observe(current)
    return () => {
      observer.disconnect()
      style.scrollPaddingBlockEnd = ''
    }
  }, [bar])
}
