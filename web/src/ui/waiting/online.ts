import { type ComponentType, type FunctionComponent, createElement, lazy, useState, useSyncExternalStore } from 'react'

/** How long to wait after the network has come back before using it, in milliseconds. */
const settlingTime = 500

/**
 * Delays loading a part of the program until there is a network and the server answers, so that what somebody opens
 * meanwhile appears when both are back, and what they typed stays. Trying again is not enough: the build's loader asks
 * for styles only once.
 */
export function whenOnline<Part>(load: () => Promise<Part>): () => Promise<Part> {
  return async () => {
    while (!navigator.onLine) {
      await new Promise((resolve) => addEventListener('online', resolve, { once: true }))
      await new Promise((resolve) => setTimeout(resolve, settlingTime))
    }
    try {
      return await load()
    } catch {
      await serverAnswers()
      await fetchStylesAgain()
      return await load()
    }
  }
}

/** Those that are there already come from the browser's cache, and in the same order change nothing. */
async function fetchStylesAgain(): Promise<void> {
  const links = document.querySelectorAll('link[rel=stylesheet]')
  await Promise.all(
    Array.from(
      links,
      (link) =>
        new Promise((settle) => {
          const again = link.cloneNode()
          for (const event of ['load', 'error']) again.addEventListener(event, settle)
          document.head.append(again)
        }),
    ),
  )
}

/** A component whose file is loaded when it is first shown, or ahead of that by `preload`, which never rejects. */
export type LazyComponent<Props> = FunctionComponent<Props> & { readonly preload: () => Promise<void> }

/**
 * A component that is loaded when it is first shown, once there is a network and the server answers. If its file cannot
 * be fetched all the same, usually because a newer version of the portal has replaced the one this page came from, the
 * page is reloaded, but only once. Older browsers, such as Chrome 150, never fetch a script again that failed once, so
 * there the page is reloaded, too.
 *
 * React's own `lazy` cannot be loaded ahead: it shows the fallback even when the file is there, and then keeps it for
 * 300 milliseconds. The router's own reloads a page before its server is back.
 */
export function lazyComponent<Props extends object>(load: () => Promise<ComponentType<Props>>): LazyComponent<Props> {
  let loading: Promise<ComponentType<Props>> | null = null
  let loaded: ComponentType<Props> | null = null
  const start = (): Promise<ComponentType<Props>> => {
    loading ??= whenOnline(load)().then((component) => (loaded = component))
    return loading
  }
  const Awaited = lazy(async () => ({ default: await start().catch(reloadOnce) }))
  // Chosen once: another component in its place would begin anew.
  const Lazy = (props: Props) => createElement(useState(() => loaded ?? Awaited)[0], props)
  // A failure is thrown where the component is shown.
  const preload = async (): Promise<void> => {
    await start().catch(() => undefined)
  }
  return Object.assign(Lazy, { preload })
}

async function reloadOnce(error: unknown): Promise<never> {
  const [visit] = performance.getEntriesByType('navigation')
  if (visit && 'type' in visit && visit.type === 'reload') throw error
  location.reload()
  // The page is about to go.
  return await new Promise(() => undefined)
}

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
