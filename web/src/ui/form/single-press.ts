import { useRef } from 'react'

/** On a slow phone, the second press of a double click comes before the page shows the effect of the first. */
export function useSinglePress(): (act: () => void) => void {
  const isPressed = useRef(false)
  return (act) => {
    if (isPressed.current) return
    isPressed.current = true
    act()
    // Timers run after pending presses have been delivered, and this one after the page shows what the act has begun.
    setTimeout(() => {
      isPressed.current = false
    })
  }
}
