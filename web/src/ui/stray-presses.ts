/**
 * Ignores the second press of a double click on a button or link that was not there for the first one. Many people
 * double-click everything: they would cancel the verification that their first press has started, pay where Continue
 * was, or press whatever the next page shows there.
 * @returns the function that stops it
 */
export function ignoreStrayPresses(): () => void {
  let pressed: Element | null = null
  const onClick = (event: MouseEvent) => {
    const control = event.target instanceof Element ? event.target.closest('a,button,summary') : null
    if (event.detail < 2 || !control || control === pressed) {
      pressed = control
      return
    }
    event.preventDefault()
    event.stopPropagation()
  }
  document.addEventListener('click', onClick, true)
  return () => document.removeEventListener('click', onClick, true)
}
