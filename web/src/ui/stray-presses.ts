/** Many people double-click everything: their second press must not hit what their first one has put there. */
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
