import { useEffect, useState } from 'react'
import { readHint, takeHint } from './hints.ts'

/** Whether somebody was logged out against their will just now (C§4), and how to forget it; the marker counts once. */
export function useForcedLogout(): [boolean, () => void] {
  const [wasForcedOut, setForcedOut] = useState(() => readHint('forcedLogout') !== null)
  useEffect(() => void takeHint('forcedLogout'), [])
  return [wasForcedOut, () => setForcedOut(false)]
}
