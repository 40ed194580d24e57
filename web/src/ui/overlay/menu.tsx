import {
  type KeyboardEvent as ReactKeyboardEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { DownIcon } from '../icons.tsx'
import { HiddenText } from '../text/hidden-text.tsx'
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

/** Esc, a press elsewhere and Tab close the list; the arrow keys open it and move within it. */
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
  const move = (event: ReactKeyboardEvent) => {
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

/** From the index of the current action to the next: -1 is the opener, and as the result the last action. */
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

/** Closes on Esc, a press elsewhere and a move of the focus. After Esc, the focus should return to the opener. */
export function useDismiss(
  box: RefObject<HTMLElement | null>,
  isOpen: boolean,
  close: (byEscape: boolean) => void,
): void {
  useEffect(() => {
    if (!isOpen) return undefined
    const onElsewhere = (event: Event) => {
      if (event.target instanceof Node && !box.current?.contains(event.target)) close(false)
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') close(true)
    }
    document.addEventListener('pointerdown', onElsewhere)
    document.addEventListener('focusin', onElsewhere)
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('pointerdown', onElsewhere)
      document.removeEventListener('focusin', onElsewhere)
      document.removeEventListener('keydown', onKey)
    }
  }, [box, isOpen, close])
}

/** Shows and hides a navigation on small screens. On a wide one there is no button. */
export function useMenuButton() {
  const [isOpen, setOpen] = useState(false)
  const listId = useId()
  const opener = useRef<HTMLButtonElement>(null)
  return {
    isOpen,
    listId,
    button: {
      ref: opener,
      type: 'button',
      'aria-expanded': isOpen,
      'aria-controls': listId,
      onClick: () => setOpen(!isOpen),
    } as const,
    /** Called when a link of the list is pressed: it is hidden, and the view it leads to may be shown already. */
    close: () => {
      opener.current?.focus()
      setOpen(false)
    },
  }
}
