import { useEffect, useState } from 'react'
import type { Announcements } from './fetch-announcements.ts'

/** The visible announcements: null while they are being fetched, `failed` when that did not work. */
export function useAnnouncements(): { announcements: Announcements | 'failed' | null; tryAgain: () => void } {
  const [announcements, setAnnouncements] = useState<Announcements | 'failed' | null>(null)
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    const leaving = new AbortController()
    load(leaving.signal).then(setAnnouncements, () => {
      if (!leaving.signal.aborted) setAnnouncements('failed')
    })
    return () => leaving.abort()
  }, [attempt])
  const tryAgain = () => {
    setAnnouncements(null)
    setAttempt((count) => count + 1)
  }
  return { announcements, tryAgain }
}

/** Imported lazily: calls need the schema library, which must not delay the first paint. */
async function load(signal: AbortSignal): Promise<Announcements> {
  const { fetchAnnouncements } = await import('./fetch-announcements.ts')
  return await fetchAnnouncements(signal)
}
