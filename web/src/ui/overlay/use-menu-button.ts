import { useId, useRef, useState } from 'react'

/**
 * The button that shows and hides a navigation on small screens. On a wide one, where the list is always there, the
 * button is not.
 */
export function useMenuButton() {
  const [isOpen, setOpen] = useState(false)
  const listId = useId()
  const opener = useRef<HTMLButtonElement>(null)
  return {
    isOpen,
    listId,
    /** What makes a button of the page the menu's. */
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
