import { readHint, writeHint } from '../storage/hints.ts'

/** Limits how often activity is written to storage; it occurs with every movement of the pointer. */
const writeEveryMilliseconds = 1000

const events = ['pointerdown', 'pointermove', 'touchstart', 'wheel', 'scroll', 'focusin', 'keydown'] as const

let here = 0
let written = 0

/**
 * When somebody last did something in any tab of this browser, in milliseconds since 1970. By the system clock, because
 * timers stop while a computer sleeps.
 */
export function lastActivity(): number {
  // A time in the future was written before the clock was set back.
  return Math.min(Math.max(here, Number(readHint('lastActivity')) || 0), Date.now())
}

/** Notes that somebody is active, or was at the given time. */
export function noteActivity(at = Date.now()): void {
  here = at
  if (Math.abs(at - written) < writeEveryMilliseconds) return
  written = at
  // Without storage, each tab knows only its own activity.
  writeHint('lastActivity', String(at))
}

/**
 * Calls the listener for everything a person does here: pointer, touch, scroll, focus and keys.
 * @returns a function that removes the listener
 */
export function onActivity(listener: () => void): () => void {
  const options = { capture: true, passive: true }
  for (const event of events) window.addEventListener(event, listener, options)
  return () => {
    for (const event of events) window.removeEventListener(event, listener, options)
  }
}
