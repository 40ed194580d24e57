import { readHint, writeHint } from '../storage.ts'

/** For writing to storage: there is activity with every movement of the pointer. */
const writeEveryMilliseconds = 1000

const events = ['pointerdown', 'pointermove', 'touchstart', 'wheel', 'scroll', 'focusin', 'keydown'] as const
/** A page can also scroll and move the focus by itself. */
const byItself: readonly string[] = ['scroll', 'focusin']

let here = 0
let written = 0
/** Where on the screen the pointer was last. */
let pointer = ''

/** In any tab, in milliseconds since 1970. By the system clock: timers stop while a computer sleeps. */
export function lastActivity(): number {
  // A time in the future was written before the clock was set back.
  return Math.min(Math.max(here, Number(readHint('lastActivity')) || 0), Date.now())
}

export function noteActivity(at = Date.now()): void {
  here = at
  if (Math.abs(at - written) < writeEveryMilliseconds) return
  written = at
  // Without storage, each tab knows only its own activity.
  writeHint('lastActivity', String(at))
}

/** `isByHand` is false for what the page may have caused itself. Returns a function that removes the listener. */
export function onActivity(listener: (isByHand: boolean) => void): () => void {
  const options = { capture: true, passive: true }
  const heard = (event: Event) => listener(isByHand(event))
  for (const event of events) window.addEventListener(event, heard, options)
  return () => {
    for (const event of events) window.removeEventListener(event, heard, options)
  }
}

function isByHand(event: Event): boolean {
  if (!(event instanceof MouseEvent)) return !byItself.includes(event.type)
  // Some browsers report a movement of a pointer at rest when the page changes below it.
  const before = pointer
  pointer = `${event.screenX} ${event.screenY}`
  return event.type !== 'pointermove' || pointer !== before
}
