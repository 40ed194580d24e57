import { useEffect, useRef } from 'react'
import { asProblem } from '#api/send.ts'
import type { WatchedSession } from './watched-session.ts'

/**
 * Leaves when the session has ended without this tab's doing: another tab logged out, the password was changed
 * elsewhere, or the tab lay in the background until the session ran out.
 */
export function useSignedOutElsewhere(session: Pick<WatchedSession, 'hint' | 'read' | 'onEnded'>): void {
  const latest = useRef(session)
  latest.current = session
  useEffect(() => {
    const look = () => void leaveIfSignedOut(latest.current)
    const onStorage = (event: StorageEvent) => {
      if (event.storageArea !== localStorage) return
      if (event.key === null || (event.key === latest.current.hint && event.newValue === null)) look()
    }
    const onReturn = () => {
      if (document.visibilityState === 'visible') look()
    }
    window.addEventListener('storage', onStorage)
    // A page that Back brings out of the browser's memory has missed what was said meanwhile.
    window.addEventListener('pageshow', onReturn)
    document.addEventListener('visibilitychange', onReturn)
    return () => {
      window.removeEventListener('storage', onStorage)
      window.removeEventListener('pageshow', onReturn)
      document.removeEventListener('visibilitychange', onReturn)
    }
  }, [])
}

async function leaveIfSignedOut({ read, onEnded }: Pick<WatchedSession, 'read' | 'onEnded'>): Promise<void> {
  try {
    await read()
  } catch (error) {
    if (asProblem(error).name === 'not-signed-in') onEnded()
  }
}
