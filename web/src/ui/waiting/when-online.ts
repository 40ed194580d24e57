import { type ComponentType, lazy, type LazyExoticComponent } from 'react'

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

/**
 * A component that is loaded when it is first shown, once there is a network. If its file cannot be fetched, usually
 * because a newer version of the portal has replaced the one this page came from, the page is reloaded, but only once.
 */
export function lazyComponent<Props>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: await orReload(whenOnline(load)) }))
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
