import { useEffect, useState } from 'react'
import { forgetForcedLogout, wasForcedOut } from '../storage/hints.ts'

/**
 * Whether somebody was just logged out against their will (C§4), and a function to dismiss it; the mark counts only
 * once.
 */
export function useForcedLogout(): [boolean, () => void] {
  const [isTold, setTold] = useState(wasForcedOut)
  useEffect(forgetForcedLogout, [])
  return [isTold, () => setTold(false)]
}
