import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'

afterEach(cleanup)

// Long enough to fail only when something hangs: on a busy machine, loading a page may take seconds.
configure({ asyncUtilTimeout: 30_000 })

// Tests of PDF files run in plain Node.
if ('window' in globalThis) completeJsdom()

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
  HTMLDialogElement.prototype.close = function close() {
    this.open = false
  }
}
