import { useEffect } from 'react'
import { writeStored } from '#session/storage/stored.ts'

/**
 * The storage key of C§3 for the number of times this tab has reloaded the dashboard by itself. Without storage it
 * never does.
 */
const key = 'reload'

/** The number of automatic reloads since the last successful load. */
export function reloadsSoFar(): number {
  try {
    return Number(sessionStorage.getItem(key) ?? 0)
  } catch {
    return Infinity
  }
}

export function rememberReload(): void {
  writeStored('tab', key, String(reloadsSoFar() + 1))
}

/** Resets the count once the data whose failure causes reloads has loaded. */
export function useResetReloads(hasCome: boolean): void {
  useEffect(() => {
    if (hasCome) writeStored('tab', key, null)
  }, [hasCome])
}
