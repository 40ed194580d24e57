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
  const token = tokenIn(location.hash)
  return token === '' ? before : { token, visit: (before?.visit ?? 0) + 1 }
}

/** Without the punctuation, or the parameters of a counter of clicks, that a mail program has put after it. */
function tokenIn(hash: string): string {
  const text = hash
    .slice(1)
    .replaceAll(/%([0-7][\da-f])/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
  return /[\w-]+(?:\.[\w-]+)*/.exec(text)?.[0] ?? ''
}
