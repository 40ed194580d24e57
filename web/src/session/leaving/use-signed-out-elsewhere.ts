import { useEffect, useEffectEvent } from 'react'
import { asProblem } from '#api/send.ts'
import { reloadPage } from '../reload-page.ts'
import { readHint, writeHint } from '../storage/hints.ts'
import type { WatchedSession } from '../watched-session.ts'

/**
 * Leaves when the session has ended elsewhere: another tab logged out, the password was changed, or the session expired
 * while this tab was in the background. When somebody else has logged in in another tab, loads the page anew: its calls
 * would be made in their name, beside what it still shows of the person before.
 */
export function useSignedOutElsewhere(session: Pick<WatchedSession, 'hint' | 'read' | 'onEnded'>): void {
  const { hint } = session
  const leave = useEffectEvent(async (whose: string | null) => {
    // A visitor in another tab may have cleared the storage, which ends nobody's session (C§2.1).
    if ((await isSignedIn(session)) && whose !== null && readHint(hint) === null) writeHint(hint, whose)
  })
  useEffect(() => {
    const whose = readHint(hint)
    const look = () => {
      const now = readHint(hint)
      if (whose !== null && now !== null && now !== whose) reloadPage()
      else void leave(whose)
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

/** Leaves when the session has ended. When the server cannot be reached, it is not known to be alive either. */
async function isSignedIn({ read, onEnded }: Pick<WatchedSession, 'read' | 'onEnded'>): Promise<boolean> {
  try {
    await read()
    return true
  } catch (error) {
    if (asProblem(error).name === 'not-signed-in') onEnded()
    return false
  }
}
