import { type ComponentType, type FunctionComponent, createElement, lazy, useState, useSyncExternalStore } from 'react'

/** Milliseconds between the network's return and its use. */
const settlingTime = 500

/** Waits for network and server: the build's loader asks for styles only once, so trying again is not enough. */
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

/** Loaded when it is first shown, or ahead of that by `preload`, which never rejects. */
export type LazyComponent<Props> = FunctionComponent<Props> & { readonly preload: () => Promise<void> }

/** Reloads the page once when its file is gone. React's `lazy` cannot load ahead; the router's reloads too early. */
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

/** An event of ours, sent when the server stops or begins to answer. */
const changed = 'answering'
/** Milliseconds before the server is asked again. */
const pause = 2000

let isAnswering = true

/** As far as the browser knows. */
export function useIsOnline(): boolean {
  return useSyncExternalStore(subscribe, () => navigator.onLine)
}

/** False while something that was opened waits for a server that does not answer. */
export function useIsAnswering(): boolean {
  return useSyncExternalStore(subscribe, () => isAnswering)
}

/** Asks for the page without its content: whatever answers that serves the files of the page, too. */
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
