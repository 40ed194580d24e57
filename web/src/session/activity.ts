import { readHint, writeHint } from './hints.ts'

/** Writing for every movement of the pointer would be a lot of writing. */
const writeEveryMilliseconds = 1000

const events = ['pointerdown', 'pointermove', 'touchstart', 'wheel', 'scroll', 'focusin', 'keydown'] as const

let here = 0
let written = 0

/**
 * When somebody last did something in any tab of this browser, in milliseconds since 1970: by the clock on the wall,
 * because timers stand still while a computer sleeps.
 */
export function lastActivity(): number {
  // A time to come was written before somebody set the clock back.
  return Math.min(Math.max(here, Number(readHint('lastActivity')) || 0), Date.now())
}

/** Somebody is there, or was at that time. */
export function noteActivity(at = Date.now()): void {
  here = at
  if (Math.abs(at - written) < writeEveryMilliseconds) return
  written = at
  // Without storage each tab counts for itself.
  writeHint('lastActivity', String(at))
}

/** Calls back for everything a person does here: pointer, touch, scroll, focus and keys. Answers how to stop it. */
export function onActivity(listener: () => void): () => void {
  const options = { capture: true, passive: true }
  for (const event of events) window.addEventListener(event, listener, options)
  return () => {
    for (const event of events) window.removeEventListener(event, listener, options)
  }
}
