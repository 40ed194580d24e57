import { useEffect, useState } from 'react'
import { readStored, writeStored } from '../storage/stored.ts'

/**
 * Whether somebody was just logged out against their will (C§4), and a function to dismiss it; the mark counts only
 * once.
 */
export function useForcedLogout(): [boolean, () => void] {
  const [isTold, setTold] = useState(wasForcedOut)
  useEffect(forgetForcedLogout, [])
  return [isTold, () => setTold(false)]
}

/** Whether somebody was logged out against their will, in this tab or another (`markForcedLogout`). */
export function wasForcedOut(): boolean {
  return (readStored('tab', 'forcedLogout') ?? readStored('browser', 'forcedLogout')) !== null
}

/** The mark of a forced logout counts only once. */
export function forgetForcedLogout(): void {
  writeStored('browser', 'forcedLogout', null)
  writeStored('tab', 'forcedLogout', null)
}
