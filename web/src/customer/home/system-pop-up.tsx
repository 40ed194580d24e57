import type { SystemPop } from '@portal/contract/announcements'
import { popupOk } from '@portal/contract/popup'
import { useEffect, useState } from 'react'
import { RichTextView } from '#account/announcements/rich-text.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'

const seenKey = 'systemPopSeen'
/**
 * How long no field has the focus before the pop-up opens: whoever leaves one by pressing Log In has pressed it by
 * then.
 */
const pauseMilliseconds = 500

/**
 * The system pop-up (C§2.2): once for each visit, again when it says something else, and never over somebody who types.
 */
export function SystemPopUp({ message }: { readonly message: SystemPop }) {
  const nobodyTypes = useNobodyTypes()
  const [isOpen, setOpen] = useState(() => !wasSeen(message))
  const close = () => {
    noteSeen(message)
    setOpen(false)
  }
  return (
    <Dialog
      open={isOpen && nobodyTypes}
      title={message.title}
      onClose={close}
      actions={<Button onClick={close}>{popupOk}</Button>}
    >
      <RichTextView text={message.content} />
    </Dialog>
  )
}

/** False while a field has the focus since the beginning; true from the first pause on. */
function useNobodyTypes(): boolean {
  const [nobodyTypes, setNobodyTypes] = useState(() => !isField(document.activeElement))
  useEffect(() => {
    if (nobodyTypes) return undefined
    let pause: number | undefined
    const watch = ({ type, target }: FocusEvent) => {
      clearTimeout(pause)
      if (type === 'focusout' || !isField(target)) pause = window.setTimeout(setNobodyTypes, pauseMilliseconds, true)
    }
    document.addEventListener('focusin', watch)
    document.addEventListener('focusout', watch)
    return () => {
      clearTimeout(pause)
      document.removeEventListener('focusin', watch)
      document.removeEventListener('focusout', watch)
    }
  }, [nobodyTypes])
  return nobodyTypes
}

function isField(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement
}

function wasSeen(message: SystemPop): boolean {
  try {
    return sessionStorage.getItem(seenKey) === JSON.stringify(message)
  } catch {
    return false
  }
}

function noteSeen(message: SystemPop): void {
  try {
    sessionStorage.setItem(seenKey, JSON.stringify(message))
  } catch {
    // Without storage it is shown again, which does no harm.
  }
}
