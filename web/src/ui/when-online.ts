import { type ComponentType, lazy, type LazyExoticComponent } from 'react'

/** A network that has just come back may carry nothing yet, in milliseconds. */
const settlingTime = 500

/**
 * Puts loading a part of the program off until there is a network: what somebody opens offline comes with the
 * connection. A browser that is told to fetch it all the same fails for good, and takes what was on the page with it.
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

/** A component that is loaded when it is first shown, and not before there is a network. */
export function later<Props>(load: () => Promise<ComponentType<Props>>): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: await whenOnline(load)() }))
}
