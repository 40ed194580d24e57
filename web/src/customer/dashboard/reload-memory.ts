import { useEffect } from 'react'

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
  write(String(reloadsSoFar() + 1))
}

/** Resets the count once the data whose failure causes reloads has loaded. */
export function useResetReloads(hasCome: boolean): void {
  useEffect(() => {
    if (hasCome) write(null)
  }, [hasCome])
}

function write(value: string | null): void {
  try {
    if (value === null) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, value)
  } catch {
    // Without storage the page does not reload by itself.
  }
}
