import { cleanup } from '@testing-library/react'
import { afterEach, beforeEach } from 'vitest'

// Not those of a test that stops the clock.
const later = setTimeout

/** In every test of the whole portal, no press may leave the focus on nothing (WCAG 2.4.3). */
export function heedLostFocus(): void {
  let pressed: Element | null = null
  /** Gone when a test loads the page again. */
  let page: Element | null = null
  let lost: string[] = []
  const isLost = () =>
    pressed !== null && !pressed.isConnected && document.activeElement === document.body && page?.isConnected === true
  const check = () => {
    if (isLost()) lost.push(pressed?.textContent || pressed?.ariaLabel || '')
    pressed = null
  }
  const note = ({ target }: Event) => {
    check()
    pressed = target instanceof Element ? target.closest('button,a,input,select') : null
    page = document.getElementById('content')
  }
  beforeEach(() => {
    pressed = null
    lost = []
    document.addEventListener('click', note, true)
  })
  afterEach(async () => {
    // What goes last may only be on its way.
    for (let waits = 0; waits < 5 && isLost(); waits++) await new Promise((resolve) => later(resolve, 10))
    check()
    document.removeEventListener('click', note, true)
    cleanup()
    if (lost.length > 0) throw new Error(`These controls took the focus with them: ${lost.join(', ')}`)
  })
}
