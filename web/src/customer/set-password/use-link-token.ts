import { useEffect, useState } from 'react'

/** A mailed link that was followed to this page. */
interface FollowedLink {
  readonly token: string
  /** Counts the links followed in this tab: the same one again is looked at again. */
  readonly visit: number
}

/**
 * The secret of the mailed link, taken out of the address at once so that neither the history nor a bookmark keeps it;
 * null when there is none.
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
