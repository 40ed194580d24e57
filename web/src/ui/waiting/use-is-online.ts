import { useSyncExternalStore } from 'react'

/** What an event of ours is called that is sent when the server stops or begins to answer. */
const changed = 'answering'
/** How long to wait before the server is asked again, in milliseconds. */
const pause = 2000

let isAnswering = true

/** Whether the browser is online, as far as it knows. */
export function useIsOnline(): boolean {
  return useSyncExternalStore(subscribe, () => navigator.onLine)
}

/** False while something that was opened waits for a server that does not answer. */
export function useIsAnswering(): boolean {
  return useSyncExternalStore(subscribe, () => isAnswering)
}

/**
 * Resolves once the server that this page came from answers. It is asked for the page, without its content: whatever
 * answers that serves the files of the page, too.
 */
export async function serverAnswers(): Promise<void> {
  for (;;) {
    const reply = await fetch(location.href, { method: 'HEAD' }).catch(() => null)
    if (reply && reply.status < 500) return tell(true)
    tell(false)
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}

function tell(is: boolean): void {
  isAnswering = is
  dispatchEvent(new Event(changed))
}

function subscribe(onChange: () => void): () => void {
  const events = ['online', 'offline', changed]
  for (const event of events) addEventListener(event, onChange)
  return () => {
    for (const event of events) removeEventListener(event, onChange)
  }
}
