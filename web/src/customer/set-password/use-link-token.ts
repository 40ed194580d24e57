import { useEffect, useState } from 'react'

/**
 * The secret of the mailed link, taken out of the address at once so that neither the history nor a bookmark keeps it; null
 * when there is none. Another link that is opened in the same tab counts anew.
 */
export function useLinkToken(): string | null {
  const [token, setToken] = useState(inAddress)
  useEffect(() => {
    const take = () => {
      const next = inAddress()
      if (next === null) return
      setToken(next)
      history.replaceState(history.state, '', location.pathname + location.search)
    }
    take()
    window.addEventListener('hashchange', take)
    return () => window.removeEventListener('hashchange', take)
  }, [])
  return token
}

function inAddress(): string | null {
  return location.hash.slice(1) || null
}
