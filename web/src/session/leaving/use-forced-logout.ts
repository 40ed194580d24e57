import { useEffect, useState } from 'react'
import { readHint, takeHint } from '../storage/hints.ts'

/**
 * Whether somebody was just logged out against their will (C§4), and a function to dismiss it; the mark counts only
 * once.
 */
export function useForcedLogout(): [boolean, () => void] {
  const [wasForcedOut, setForcedOut] = useState(() => readHint('forcedLogout') !== null)
  useEffect(() => void takeHint('forcedLogout'), [])
  return [wasForcedOut, () => setForcedOut(false)]
}
