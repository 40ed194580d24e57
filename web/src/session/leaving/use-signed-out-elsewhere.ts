import { useEffect, useEffectEvent } from 'react'
import { asProblem } from '#api/send.ts'
import type { WatchedSession } from '../watched-session.ts'

/**
 * Leaves when the session has ended elsewhere: another tab logged out, the password was changed, or the session expired
 * while this tab was in the background.
 */
export function useSignedOutElsewhere(session: Pick<WatchedSession, 'hint' | 'read' | 'onEnded'>): void {
  const look = useEffectEvent(() => void leaveIfSignedOut(session))
  const { hint } = session
  useEffect(() => {
    const onStorage = (event: StorageEvent) => {
      if (event.storageArea !== localStorage) return
      if (event.key === null || (event.key === hint && event.newValue === null)) look()
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
