import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'

afterEach(cleanup)

// Only to end what hangs: on a busy machine a page that is loaded on demand may take seconds.
configure({ asyncUtilTimeout: 30_000 })

// Tests of the PDF file run in plain Node.
if ('window' in globalThis) completeJsdom()

/** What Mantine and our dialogs ask of a browser and jsdom lacks. */
function completeJsdom(): void {
  window.matchMedia = (query) => ({
    matches: false,
    media: query,
    onchange: null,
    addListener: () => undefined,
    removeListener: () => undefined,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    dispatchEvent: () => false,
  })
  window.ResizeObserver = class {
    observe(): void {}
    unobserve(): void {}
    disconnect(): void {}
  }
  Element.prototype.scrollIntoView = () => undefined

  window.scrollTo = () => undefined
  // jsdom knows the element but not how to open it.
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function close() {
    this.open = false
  }
}
