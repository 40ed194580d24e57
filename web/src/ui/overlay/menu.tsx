import { type KeyboardEvent, type ReactNode, useCallback, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { DownIcon } from '../icons.tsx'
import { HiddenText } from '../text/hidden-text.tsx'
import { useDismiss } from './use-dismiss.ts'
import outlined from '../button/outlined-button.module.css'
import classes from './menu.module.css'

interface MenuItem {
  readonly name: string
  readonly icon: ReactNode
  readonly onPress: () => void
}

interface MenuProps {
  /** The button's text… */
  readonly label: ReactNode
  /** …and what a screen reader adds to it, such as ' about account 0123456789'. */
  readonly about: string
  readonly items: readonly MenuItem[]
}

/**
 * A button that opens a short list of actions. Esc, pressing elsewhere and moving on with Tab close the list; the arrow
 * keys open it and move within it.
 */
export function Menu({ label, about, items }: MenuProps) {
  const [isOpen, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const listId = useId()
  const box = useRef<HTMLDivElement>(null)
  const close = useCallback((byEscape: boolean) => {
    setOpen(false)
    if (byEscape) opener.current?.focus()
  }, [])
  useDismiss(box, isOpen, close)
  const press = (item: MenuItem) => {
    // A dialog that the action opens will return the focus to the element that has it now.
    opener.current?.focus()
    setOpen(false)
    item.onPress()
  }
  const move = (event: KeyboardEvent) => {
    const to = moves[event.key]
    if (!to || (!isOpen && !event.key.startsWith('Arrow'))) return
    event.preventDefault()
    flushSync(() => setOpen(true))
    const actions = [...(box.current?.querySelectorAll<HTMLElement>('li button') ?? [])]
    actions.at(to(actions.findIndex((action) => action === document.activeElement)) % actions.length)?.focus()
  }
  return (
    // The arrow keys only move between the opener and the actions, all of which are buttons.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div ref={box} className={classes.menu} onKeyDown={move}>
      <button
        ref={opener}
        type="button"
        className={`${outlined.button} ${classes.opener}`}
        aria-expanded={isOpen}
        aria-controls={listId}
        onClick={() => setOpen(!isOpen)}
      >
        {label}
        <HiddenText>{about}</HiddenText>
        <DownIcon size={16} />
      </button>
      {isOpen ? (
        <ul ref={bringIntoView} id={listId} className={classes.list}>
          {items.map((item) => (
            <li key={item.name}>
              <button type="button" onClick={() => press(item)}>
                {item.icon}
                {item.name}
              </button>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}

/**
 * The index of the action that a key moves to, given the index of the current one: -1 as the current one is the opener,
 * and as the result the last action.
 */
const moves: Readonly<Record<string, (at: number) => number>> = {
  ArrowDown: (at) => at + 1,
  ArrowUp: (at) => Math.max(at, 0) - 1,
  Home: () => 0,
  End: () => -1,
}

/** A bar that sticks to the edge of the screen could cover the list. */
function bringIntoView(list: HTMLElement | null): void {
  list?.scrollIntoView({ block: 'nearest' })
}
