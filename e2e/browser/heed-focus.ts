/**
 * Runs in every page of every journey: an error on the console when a press leaves the focus on nothing (WCAG 2.4.3), or
 * when the page moves it to where nobody sees it (2.4.11). Tests fail on such an error.
 */
export function heedFocus(): void {
  // The frames of an email's preview run no script.
  if (window !== window.top) return
  /** In milliseconds. What moves the focus may wait for a timer; what is scrolled to, for two frames. */
  const patience = 300
  let pressed: Element | null = null
  let goneAt = 0
  let isMovedByPage = true
  const nameOf = (element: Element | null) =>
    element
      ? `${element.tagName} "${element.getAttribute('aria-label') ?? element.textContent.slice(0, 60)}"`
      : 'nothing'

  const check = () => {
    const isLost = pressed && goneAt > 0 && performance.now() - goneAt > patience
    if (isLost && document.activeElement === document.body) console.error(`focus lost with ${nameOf(pressed)}`)
    if (isLost) pressed = null
  }
  new MutationObserver(() => {
    if (!pressed || pressed.isConnected || goneAt > 0) return
    goneAt = performance.now()
    setTimeout(check, patience + 50)
  }).observe(document, { childList: true, subtree: true })

  const press = ({ target }: Event) => {
    check()
    pressed = target instanceof Element ? target.closest('button,a') : null
    goneAt = 0
    isMovedByPage = true
  }
  document.addEventListener('click', press, true)
  // These move the focus themselves, or put the page back where it was scrolled to.
  for (const kind of ['pointerdown', 'keydown', 'popstate']) {
    addEventListener(
      kind,
      (event) => {
        isMovedByPage = event instanceof KeyboardEvent && event.key === 'Enter'
      },
      true,
    )
  }

  const isInSight = (element: Element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    const [x, y] = [left + width / 2, top + Math.min(height, 40) / 2]
    const hit = document.elementFromPoint(x, y)
    // A bank or the gateway opens a window of its own over the page.
    return hit !== null && (element.contains(hit) || hit.contains(element) || hit instanceof HTMLIFrameElement)
  }
  document.addEventListener('focusin', ({ target }) => {
    if (!isMovedByPage || !(target instanceof Element) || target.matches('main')) return
    const until = performance.now() + patience
    const look = () => {
      if (document.activeElement !== target || !isMovedByPage || isInSight(target)) return
      if (performance.now() > until) console.error(`focus out of sight: ${nameOf(target)}`)
      else requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
}
