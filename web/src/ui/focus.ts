import { type RefObject, useLayoutEffect, useRef } from 'react'

/** What is around an element, from the inside out. */
export type Place = readonly Element[]

/** Each has a title, or is read as a whole. */
const parts = 'li,tr,fieldset,article,section,dialog,main'
const titles = 'h1,h2,h3'
const beginnings = `${titles},[data-tone][role],form :is(input:not([hidden]),select,textarea)`

/** What was pressed last, or has the focus: some browsers do not give it to a pressed button. */
let holder: Element | null = null

export function held(): Element | null {
  return holder
}

export function placeOf(element: Element | null): Place {
  return element?.parentElement ? [element.parentElement, ...placeOf(element.parentElement)] : []
}

/**
 * To the title of the closest part of the page that is left of a place, or to what it begins with when that is new
 * (WCAG 2.4.3). Never behind an open dialog.
 */
export function land(place: Place, added: readonly Element[] = []): void {
  const part = partOf(place)
  const fresh = added.filter((each) => each !== part && part.contains(each)).flatMap((each) => found(each, beginnings))
  for (const target of [...fresh, ...found(part, titles), part]) {
    // A field behind a fold takes no focus.
    if (takesFocus(target)) return
  }
}

function partOf(place: Place): Element {
  const dialogs = [...document.querySelectorAll('dialog[open]')]
  const top = dialogs.at(-1) ?? document.querySelector('main') ?? document.body
  return place.find((each) => each.isConnected && each.matches(parts) && top.contains(each)) ?? top
}

function found(element: Element, selector: string): Element[] {
  return [...(element.matches(selector) ? [element] : []), ...element.querySelectorAll(selector)]
}

function takesFocus(target: Element): boolean {
  if (!(target instanceof HTMLElement) || target === document.body) return false
  if (target.tabIndex < 0) target.tabIndex = -1
  // The router scrolls a page to its beginning, or back to where it was.
  target.focus({ preventScroll: target.matches('h1,main') })
  return document.activeElement === target
}

interface Loss {
  readonly place: Place
  readonly added: Element[]
  /** Where the focus waits for more to come. */
  at: Element | null
}

/** The focus is never lost with what had it: a button that is pressed and goes, a row that is removed. */
export function keepFocus(): () => void {
  holder = null
  let place: Place = []
  let loss: Loss | null = null
  const note = (element: Element | null) => {
    holder = element
    place = placeOf(element)
  }
  const onFocus = ({ target }: Event) => {
    if (target instanceof Element) note(target)
  }
  const onBlur = ({ target }: Event) =>
    queueMicrotask(() => {
      // Whoever has left it is not brought back.
      if (target === holder && holder?.isConnected && document.activeElement !== holder) note(null)
    })
  const onClick = ({ target }: Event) => {
    const pressed = target instanceof Element ? target.closest('button,a') : null
    if (pressed) note(pressed)
  }
  const settle = () => {
    if (!loss) return
    const { activeElement } = document
    const isLost = activeElement === null || activeElement === document.body || !activeElement.isConnected
    if (!isLost && activeElement !== loss.at && !isGone(activeElement)) loss = null
    else {
      land(loss.place, loss.added)
      loss.at = document.activeElement
      // Of another page or view, which is still on its way.
      const part = partOf(loss.place)
      if (!part.matches('main') || !part.querySelector('[data-loading]')) loss = null
    }
  }
  const observer = new MutationObserver((changes) => {
    if (holder && isGone(holder)) {
      loss = { place, added: [], at: null }
      holder = null
    }
    if (!loss) return
    for (const { addedNodes } of changes) loss.added.push(...[...addedNodes].filter((each) => each instanceof Element))
    // After effects, which may know better.
    setTimeout(settle)
  })
  observer.observe(document, { childList: true, subtree: true, attributeFilter: ['hidden', 'disabled'] })
  document.addEventListener('focusin', onFocus)
  document.addEventListener('focusout', onBlur)
  document.addEventListener('click', onClick, true)
  return () => {
    loss = null
    observer.disconnect()
    document.removeEventListener('focusin', onFocus)
    document.removeEventListener('focusout', onBlur)
    document.removeEventListener('click', onClick, true)
  }
}

/** Where a part's title would be too far away. `next` takes focus, and `shown` changes with what is shown. */
export function useLanding(next: RefObject<HTMLElement | null>, shown: unknown): void {
  const before = useRef(shown)
  useLayoutEffect(() => {
    // Not of a part that has just come.
    if (before.current === shown) return
    before.current = shown
    if (holder && isGone(holder)) next.current?.focus({ preventScroll: true })
  }, [next, shown])
}

function isGone(element: Element): boolean {
  return !element.isConnected || element.matches(':disabled') || element.closest('[hidden]') !== null
}
