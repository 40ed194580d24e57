import { useEffect, useState } from 'react'
import { plural } from '#ui/text/t.ts'

/** The whole seconds left. `since` is any value that changes when a new wait begins. */
export function useCountdown(seconds: number, since: unknown): number {
  const [last, setLast] = useState({ since, left: seconds })
  useEffect(() => {
    // Measured by the clock and not by counting ticks: browsers throttle the timers of background pages.
    const start = performance.now()
    const timer = setInterval(() => {
      const left = Math.max(0, Math.ceil(seconds - (performance.now() - start) / 1000))
      setLast({ since, left })
      if (left === 0) clearInterval(timer)
    }, 500)
    return () => clearInterval(timer)
  }, [seconds, since])
  // The first tick of a new wait is still to come.
  return last.since === since ? last.left : seconds
}

/** `45 seconds`, `about 4 minutes`, `about 2 hours`. */
export function waitInWords(seconds: number): string {
  if (seconds < 90) return plural(seconds, '1 second', '{count} seconds')
  if (seconds < 90 * 60) return plural(Math.round(seconds / 60), 'about 1 minute', 'about {count} minutes')
  return plural(Math.round(seconds / 3600), 'about 1 hour', 'about {count} hours')
}
