import { useEffect, useState } from 'react'

/** A mailed link that has been opened. */
interface FollowedLink {
  readonly token: string
  /** The number of links opened in this tab, so that opening the same one again checks it again. */
  readonly visit: number
}

/**
 * Reads the token from the mailed link and removes it from the address at once, so that neither the history nor a
 * bookmark keeps it; null when there is none.
 */
export function useLinkToken(): FollowedLink | null {
  const [link, setLink] = useState(() => following(null))
  useEffect(() => {
    const forget = () => history.replaceState(history.state, '', location.pathname + location.search)
    const follow = () => {
      if (location.hash === '') return
      setLink(following)
      forget()
    }
    if (location.hash !== '') forget()
    window.addEventListener('hashchange', follow)
    return () => window.removeEventListener('hashchange', follow)
  }, [])
  return link
}

function following(before: FollowedLink | null): FollowedLink | null {
  const token = location.hash.slice(1)
  return token === '' ? before : { token, visit: (before?.visit ?? 0) + 1 }
}
