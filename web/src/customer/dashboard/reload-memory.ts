import { useEffect } from 'react'

/**
 * How often this tab has loaded the dashboard anew by itself, under the key of C§3. Without storage it is never tried.
 */
const key = 'reload'

/** How often so far, since something loaded as it should. */
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

/** Begins to count anew once that which is loaded anew when it fails has come. */
export function useForgottenReloads(hasCome: boolean): void {
  useEffect(() => {
    if (hasCome) write(null)
  }, [hasCome])
}

function write(value: string | null): void {
  try {
    if (value === null) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, value)
  } catch {
    // Then the page is not loaded anew by itself.
  }
}
