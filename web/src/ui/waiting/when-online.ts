import { type ComponentType, createElement, lazy, useState } from 'react'

/** How long to wait after the network has come back before using it, in milliseconds. */
const settlingTime = 500

/**
 * Delays loading a part of the program until there is a network, so that what somebody opens offline appears when the
 * connection is back. A dynamic import that is tried offline fails for good, and takes the page down with it.
 */
export function whenOnline<Part>(load: () => Promise<Part>): () => Promise<Part> {
  return async () => {
    while (!navigator.onLine) {
      await new Promise((resolve) => addEventListener('online', resolve, { once: true }))
      await new Promise((resolve) => setTimeout(resolve, settlingTime))
    }
    return load()
  }
}

/** A component whose file is loaded when it is first shown, or ahead of that by `preload`. */
export type LazyComponent<Props> = ComponentType<Props> & { readonly preload: () => void }

/**
 * A component that is loaded when it is first shown, once there is a network. If its file cannot be fetched, usually
 * because a newer version of the portal has replaced the one this page came from, the page is reloaded, but only once.
 *
 * React's own `lazy` cannot be loaded ahead: it shows the fallback even when the file is there, and then keeps it for
 * 300 milliseconds.
 */
export function lazyComponent<Props extends object>(load: () => Promise<ComponentType<Props>>): LazyComponent<Props> {
  let loading: Promise<ComponentType<Props>> | null = null
  let loaded: ComponentType<Props> | null = null
  const start = (): Promise<ComponentType<Props>> => {
    loading ??= orReload(whenOnline(load)).then((component) => (loaded = component))
    return loading
  }
  const Awaited = lazy(async () => ({ default: await start() }))
  // Chosen once: another component in its place would begin anew.
  const Lazy = (props: Props) => createElement(useState(() => loaded ?? Awaited)[0], props)
  // A failure is thrown where the component is shown.
  return Object.assign(Lazy, { preload: () => void start().catch(() => undefined) })
}

async function orReload<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load()
  } catch (error) {
    const [visit] = performance.getEntriesByType('navigation')
    if (visit && 'type' in visit && visit.type === 'reload') throw error
    location.reload()
    // The page is about to go.
    return await new Promise(() => undefined)
  }
}
