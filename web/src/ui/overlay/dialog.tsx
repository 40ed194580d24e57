import { type ReactNode, type RefObject, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { t } from '#ui/text/t.ts'
import { land, type Place, placeOf } from '../focus.ts'
import { CrossIcon } from '../icons.tsx'
import classes from './dialog.module.css'

interface DialogProps {
  readonly open: boolean
  readonly title: string
  /** Without it there is no close button, and Esc does nothing. */
  readonly onClose?: () => void
  readonly children: ReactNode
  readonly actions?: ReactNode
  /** An interruption: a screen reader reads the whole dialog at once. */
  readonly urgent?: boolean
  /** Pressing the backdrop does not close the dialog, which would discard what was typed; Esc still does. */
  readonly holdsForm?: boolean
  readonly wide?: boolean
  /** At the right of a wide window, so that what it is about stays visible on the left. */
  readonly beside?: boolean
  /**
   * A script puts windows of its own over the page while the dialog is open, such as a gateway for a bank. Browsers let
   * nothing be used over a modal dialog, so this one only holds the page below still.
   */
  readonly underWindows?: boolean
}

/** Within which the second press of a double click may follow. */
const doubleClickMilliseconds = 500

/** The native `<dialog>`: the page behind is inert, and no styles are injected, which the security policy forbids. */
export function Dialog(props: DialogProps) {
  return props.open ? <OpenDialog {...props} /> : null
}

function OpenDialog(props: DialogProps) {
  const { title, onClose, children, actions, urgent = false, holdsForm = false, wide = false, beside = false } = props
  const { underWindows = false } = props
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const bodyId = useId()
  // The double click that opened the dialog must not close it with its second press (web/src/ui/stray-presses.ts).
  const [isNew, setNew] = useState(true)
  const closedBy = holdsForm || isNew ? 'closerequest' : 'any'
  useEffect(() => {
    const element = dialog.current
    const opener = document.activeElement
    const place = placeOf(opener)
    if (underWindows) {
      element?.show()
      holdPage(true)
    } else element?.showModal()
    if (element) begin(element, urgent)
    const timer = setTimeout(setNew, doubleClickMilliseconds, false)
    return () => {
      clearTimeout(timer)
      element?.close()
      if (underWindows) holdPage(false)
      giveFocusBack(opener, place)
    }
  }, [urgent, underWindows])
  useClosedByPressBeside(dialog, closedBy === 'any' ? onClose : undefined)
  // Nothing in a page that is held still can be used, not even a dialog.
  const [isApart] = useState(() => underWindows || isPageHeld())
  const shown = (
    <dialog
      ref={dialog}
      className={classes.dialog}
      data-wide={wide || undefined}
      data-beside={beside || undefined}
      data-under={underWindows || undefined}
      aria-modal={underWindows || undefined}
      onKeyDown={(event) => {
        // As browsers do in a modal dialog, and as those that know `closedby` do here.
        const isAsked = underWindows && event.key === 'Escape' && !('closedBy' in HTMLDialogElement.prototype)
        const { target, currentTarget } = event
        if (isAsked && target instanceof Node && currentTarget.contains(target)) onClose?.()
      }}
      role={urgent ? 'alertdialog' : undefined}
      aria-labelledby={titleId}
      aria-describedby={urgent ? bodyId : undefined}
      closedby={onClose ? closedBy : 'none'}
      onCancel={(event) => {
        // The event also bubbles up from a dialog inside this one, and from a file chooser that was cancelled.
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        onClose?.()
      }}
      onClose={() => {
        // Only when the browser closed the dialog by itself, not when the effect above did.
        if (dialog.current?.open === false) onClose?.()
      }}
    >
      <div className={classes.head}>
        <h2 id={titleId} tabIndex={-1}>
          {title}
        </h2>
        {onClose ? (
          <button type="button" className={classes.close} aria-label={t('Close')} onClick={onClose}>
            <CrossIcon />
          </button>
        ) : null}
      </div>
      <div id={bodyId}>{children}</div>
      {actions ? <div className={classes.actions}>{actions}</div> : null}
    </dialog>
  )
  return isApart ? createPortal(shown, document.body) : shown
}

const page = () => document.getElementById('root')

function holdPage(isHeld: boolean): void {
  page()?.toggleAttribute('inert', isHeld)
}

function isPageHeld(): boolean {
  return page()?.hasAttribute('inert') ?? false
}

/** As `closedby` does in browsers that know it: WebKit and older Firefox do not. A press must begin and end beside. */
function useClosedByPressBeside(dialog: RefObject<HTMLDialogElement | null>, onClose: (() => void) | undefined): void {
  const close = useEffectEvent(() => onClose?.())
  useEffect(() => {
    const element = dialog.current
    if (!element || 'closedBy' in HTMLDialogElement.prototype) return undefined
    let hasBegunBeside = false
    const onDown = (event: MouseEvent) => (hasBegunBeside = isBeside(event, element))
    const onClick = (event: MouseEvent) => {
      if (hasBegunBeside && isBeside(event, element)) close()
    }
    element.addEventListener('mousedown', onDown)
    element.addEventListener('click', onClick)
    return () => {
      element.removeEventListener('mousedown', onDown)
      element.removeEventListener('click', onClick)
    }
  }, [dialog])
}

/** On the backdrop, which belongs to the dialog. */
function isBeside({ target, clientX, clientY }: MouseEvent, dialog: HTMLDialogElement): boolean {
  const { left, right, top, bottom } = dialog.getBoundingClientRect()
  return target === dialog && (clientX < left || clientX > right || clientY < top || clientY > bottom)
}

/** At the first thing to read, or to fill in. What interrupts is read as a whole: at a button that destroys nothing. */
function begin(dialog: HTMLDialogElement, isUrgent: boolean): void {
  const title = dialog.querySelector('h2')
  const field = dialog.querySelector<HTMLElement>('input:not([hidden]),select,textarea')
  const first =
    (field && !hasTextBefore(dialog, field) ? field : null) ??
    (isUrgent ? dialog.querySelector<HTMLElement>('dialog>:last-child>button:not([data-look=danger])') : title)
  // Browsers differ in what they focus when a dialog opens, and scroll to it.
  dialog.scrollTop = 0
  const isInView = first && first.getBoundingClientRect().bottom <= dialog.getBoundingClientRect().bottom
  const begun = isInView ? first : title
  begun?.focus({ preventScroll: true })
}

/** Other than the field's own. */
function hasTextBefore(dialog: HTMLElement, field: HTMLElement): boolean {
  const own = field.getAttribute('aria-describedby')?.split(' ') ?? []
  return [...dialog.querySelectorAll('p,dl,ul,ol,table')].some(
    (text) =>
      text.textContent !== '' &&
      !own.includes(text.id) &&
      text.compareDocumentPosition(field) & Node.DOCUMENT_POSITION_FOLLOWING,
  )
}

/** To the element that had it, or to what is left of its place when that element is gone. */
function giveFocusBack(opener: Element | null, place: Place): void {
  const isThere = opener instanceof HTMLElement && opener.isConnected && opener !== document.body
  if (isThere) opener.focus()
  else land(place)
}
