import type { SystemPop } from '@portal/contract/announcements'
import { popupOk } from '@portal/contract/page-words'
import { useEffect, useState } from 'react'
import { RichTextView } from '#account/announcements/rich-text.tsx'
import { readStored, writeStored } from '#session/storage.ts'
import { Button } from '#ui/button/button.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'

const seenKey = 'systemPopSeen'
/** Without a focused field before the pop-up opens: by then, whoever left a field for Log In has pressed it. */
const pauseMilliseconds = 500

/** C§2.2: once per visit, again when its content has changed, and never while somebody is typing. */
export function SystemPopUp({ message }: { readonly message: SystemPop }) {
  const nobodyTypes = useNobodyTypes()
  const [isOpen, setOpen] = useState(() => readStored('tab', seenKey) !== JSON.stringify(message))
  const close = () => {
    writeStored('tab', seenKey, JSON.stringify(message))
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

/** False as long as a field has had the focus from the start; true after the first pause, and from then on. */
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
