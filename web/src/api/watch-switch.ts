import type { SwitchName } from '@portal/contract/call'
import { readMaintenance } from '@portal/contract/maintenance'
import { send } from './send.ts'

/** The order of the switches in the reply (C§7). */
const placeOf = { login: 0, payNow: 1 } as const satisfies Record<SwitchName, number>

/**
 * When to look, in milliseconds: soon, because the page may be from an earlier time, but not at once, because servers
 * keep a switch for a second; and then from time to time.
 */
const firstLook = 2000
const lookEvery = 20_000

/**
 * Looks at a maintenance switch until its function is open, also whenever the person returns to the page.
 * @returns how to stop
 */
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
