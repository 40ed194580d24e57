import { type ReactNode, useEffect, useId, useRef } from 'react'
import classes from './dialog.module.css'
import { CrossIcon } from './icons.tsx'

interface DialogProps {
  readonly open: boolean
  readonly title: string
  /** Left out: the dialog can only be closed by what is in it, or not at all. */
  readonly onClose?: () => void
  readonly children: ReactNode
  readonly actions?: ReactNode
  /** It interrupts: a screen reader reads the whole of it at once. */
  readonly urgent?: boolean
  /** A press beside it does not close it, which would throw away what was typed; Esc does. */
  readonly holdsForm?: boolean
  /** It has room for a form or a table. */
  readonly wide?: boolean
  /** What has the focus at first: left out, the button that closes it, for a dialog that is to be read. */
  readonly begin?: 'field' | 'action'
}

/**
 * A modal dialog: the browser's own `<dialog>`, which makes the page behind it inert, keeps the focus inside and gives
 * it back on closing, with no script of ours and no injected styles (the content security policy forbids them).
 */
export function Dialog(props: DialogProps) {
  return props.open ? <OpenDialog {...props} /> : null
}

function OpenDialog(props: DialogProps) {
  const { title, onClose, children, actions, urgent = false, holdsForm = false, wide = false, begin } = props
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const bodyId = useId()
  useEffect(() => {
    const element = dialog.current
    const opener = document.activeElement
    element?.showModal()
    if (begin)
      element
        ?.querySelector<HTMLElement>(begin === 'field' ? 'input,select,textarea' : 'dialog>:last-child button')
        ?.focus()
    return () => {
      element?.close()
      giveFocusBack(opener)
    }
  }, [begin])
  return (
    <dialog
      ref={dialog}
      className={classes.dialog}
      data-wide={wide || undefined}
      role={urgent ? 'alertdialog' : undefined}
      aria-labelledby={titleId}
      aria-describedby={urgent ? bodyId : undefined}
      closedby={onClose ? (holdsForm ? 'closerequest' : 'any') : 'none'}
      onCancel={(event) => {
        // React tells of a dialog inside this one too, and browsers of a file chooser that was left.
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        onClose?.()
      }}
      onClose={() => {
        // Only when the browser closed it on its own account, not when we did.
        if (dialog.current?.open === false) onClose?.()
      }}
    >
      <div className={classes.head}>
        <h2 id={titleId}>{title}</h2>
        {onClose ? (
          <button type="button" className={classes.close} aria-label="Close" onClick={onClose}>
            <CrossIcon />
          </button>
        ) : null}
      </div>
      <div id={bodyId}>{children}</div>
      {actions ? <div className={classes.actions}>{actions}</div> : null}
    </dialog>
  )
}

/** To what had the focus before; to the page's heading when that is gone, such as the button of a deleted row. */
function giveFocusBack(opener: Element | null): void {
  const isThere = opener instanceof HTMLElement && opener.isConnected && opener !== document.body
  const next = isThere ? opener : document.querySelector('h1')
  next?.focus({ preventScroll: !isThere })
}
