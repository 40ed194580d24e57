import type { SwitchName } from '@portal/contract/call'
import { readMaintenance } from '@portal/contract/maintenance'
import { send } from './send.ts'

/** In the reply (C§7). */
const placeOf = { login: 0, payNow: 1 } as const satisfies Record<SwitchName, number>

/** Milliseconds. Soon, as the page may be old, but not at once: servers keep a switch for a second. */
const firstLook = 2000
const lookEvery = 20_000

/** Until it is open, also whenever the person returns to the page. Returns how to stop. */
export function watchSwitch(name: SwitchName, onOpen: () => void): () => void {
  const watching = new AbortController()
  const { signal } = watching
  const look = async () => {
    if (document.hidden) return
    try {
      const switches = await send(readMaintenance, { signal })
      if (switches[placeOf[name]].flag === 0) onOpen()
    } catch {
      // The next look may succeed.
    }
  }
  const timers = [setTimeout(() => void look(), firstLook), setInterval(() => void look(), lookEvery)]
  window.addEventListener('focus', () => void look(), { signal })
  document.addEventListener('visibilitychange', () => void look(), { signal })
  return () => {
    timers.forEach(clearTimeout)
    watching.abort()
  }
}
