import { type ReactNode, useCallback, useId, useRef, useState } from 'react'
import { HiddenText } from './hidden-text.tsx'
import { DownIcon } from './icons.tsx'
import classes from './menu.module.css'
import { useDismiss } from './use-dismiss.ts'

interface MenuItem {
  readonly name: string
  readonly icon: ReactNode
  readonly onPress: () => void
}

interface MenuProps {
  /** What the button says… */
  readonly label: ReactNode
  /** …and what is heard behind it, such as ' about account 0123456789'. */
  readonly about?: string
  readonly items: readonly MenuItem[]
}

/** A button that opens a short list of actions; Esc, pressing elsewhere and moving on with Tab close it. */
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
    // The dialog that an action opens gives the focus back to what had it.
    opener.current?.focus()
    setOpen(false)
    item.onPress()
  }
  return (
    <div ref={box} className={classes.menu}>
      <button
        ref={opener}
        type="button"
        className={classes.opener}
        aria-expanded={isOpen}
        aria-controls={listId}
        onClick={() => setOpen(!isOpen)}
      >
        {label}
        {about ? <HiddenText>{about}</HiddenText> : null}
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

/** Something that stays at the edge of the screen may lie over the list. */
function bringIntoView(list: HTMLElement | null): void {
  list?.scrollIntoView({ block: 'nearest' })
}
