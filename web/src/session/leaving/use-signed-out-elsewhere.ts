import { useEffect, useEffectEvent } from 'react'
import { asProblem } from '#api/send.ts'
import { reloadPage } from '../reload-page.ts'
import { readHint } from '../storage/hints.ts'
import type { WatchedSession } from '../watched-session.ts'

/**
 * Leaves when the session has ended elsewhere: another tab logged out, the password was changed, or the session expired
 * while this tab was in the background. When somebody else has logged in in another tab, loads the page anew: its calls
 * would be made in their name, beside what it still shows of the person before.
 */
export function useSignedOutElsewhere(session: Pick<WatchedSession, 'hint' | 'read' | 'onEnded'>): void {
  const leave = useEffectEvent(() => void leaveIfSignedOut(session))
  const { hint } = session
  useEffect(() => {
    const whose = readHint(hint)
    const look = () => {
      const now = readHint(hint)
      if (whose !== null && now !== null && now !== whose) reloadPage()
      else leave()
    }
    const onStorage = (event: StorageEvent) => {
      if (event.storageArea === localStorage && (event.key === null || event.key === hint)) look()
    }
    const onReturn = () => {
      if (document.visibilityState === 'visible') look()
    }
    window.addEventListener('storage', onStorage)
    // A page restored from the back/forward cache has missed the storage events.
    window.addEventListener('pageshow', onReturn)
    document.addEventListener('visibilitychange', onReturn)
    return () => {
      window.removeEventListener('storage', onStorage)
      window.removeEventListener('pageshow', onReturn)
      document.removeEventListener('visibilitychange', onReturn)
    }
  }, [hint])
}

async function leaveIfSignedOut({ read, onEnded }: Pick<WatchedSession, 'read' | 'onEnded'>): Promise<void> {
  try {
    await read()
  } catch (error) {
    if (asProblem(error).name === 'not-signed-in') onEnded()
  }
}
