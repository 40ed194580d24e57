import { useEffect, useState } from 'react'

/** What a mailed link carries after its `#`. */
interface FollowedLink {
  readonly token: string
  /** Of links opened in this tab, so that opening the same one again checks it again. */
  readonly visit: number
}

/** Removes it from the address at once, so that neither the history nor a bookmark keeps it; null for none. */
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
