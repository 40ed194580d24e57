import { cleanup, configure, prettyDOM } from '@testing-library/react'
import { afterEach, vi } from 'vitest'
import { leaveFor, reloadPage } from './beyond-jsdom.ts'
import { heedLostFocus } from './lost-focus.ts'

vi.mock('#session/leaving/leave.ts', async () => await import('./beyond-jsdom.ts'))
vi.mock('#session/reload-page.ts', async () => await import('./beyond-jsdom.ts'))
vi.mock('#payment/human-check/solve-challenge.ts', async () => await import('./beyond-jsdom.ts'))
afterEach(() => {
  leaveFor.mockClear()
  reloadPage.mockClear()
})

afterEach(cleanup)
// Later, because what is said last is done first after a test.
if ('window' in globalThis) heedLostFocus()

// Long enough to fail only when something hangs: on a busy machine, loading a page may take seconds.
configure({ asyncUtilTimeout: 30_000, getElementError: notFound })

// Tests of PDF files run in plain Node.
if ('window' in globalThis) completeJsdom()

/**
 * Says what was not found, and prints the document only when the message is read: most of these errors are thrown while
 * waiting and never read.
 */
function notFound(message: string | null, container: Element): Error {
  const error = new Error()
  error.name = 'TestingLibraryElementError'
  // So that the line of the test is shown and not this one.
  Error.captureStackTrace(error, notFound)
  return Object.defineProperty(error, 'message', {
    configurable: true,
    get: () => [message, prettyDOM(container)].filter(Boolean).join('\n\n'),
  })
}

/** Adds what the pages need of a browser and jsdom lacks. */
function completeJsdom(): void {
  window.ResizeObserver = class {
    observe(): void {}
    unobserve(): void {}
    disconnect(): void {}
  }
  Element.prototype.scrollIntoView = () => undefined

  window.scrollTo = () => undefined
  // jsdom has the element but cannot open it.
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true
  }
  HTMLDialogElement.prototype.show = HTMLDialogElement.prototype.showModal
  HTMLDialogElement.prototype.close = function close() {
    this.open = false
  }
}
