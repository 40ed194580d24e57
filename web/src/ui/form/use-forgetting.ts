import { useEffect, useEffectEvent } from 'react'
import { flushSync } from 'react-dom'

/** When the page is left, and when the browser brings it back as it was, for whoever sits there by then. */
export function useForgetting(forget: () => void): void {
  // At once: the browser shows what the page looked like when it was left.
  const now = useEffectEvent(() => flushSync(forget))
  useEffect(() => {
    const onLeft = () => now()
    const onBack = ({ persisted }: PageTransitionEvent) => (persisted ? now() : undefined)
    window.addEventListener('pagehide', onLeft)
    window.addEventListener('pageshow', onBack)
    return () => {
      window.removeEventListener('pagehide', onLeft)
      window.removeEventListener('pageshow', onBack)
    }
  }, [])
}
