import type { SystemPop } from '@portal/contract/announcements'
import { popupOk } from '@portal/contract/popup'
import { useState } from 'react'
import { RichTextView } from '#account/announcements/rich-text.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'

const seenKey = 'systemPopSeen'

/** The system pop-up (C§2.2): once for each visit, and again when it says something else. */
export function SystemPopUp({ message }: { readonly message: SystemPop }) {
  const [isOpen, setOpen] = useState(() => !wasSeen(message))
  const close = () => {
    noteSeen(message)
    setOpen(false)
  }
  return (
    <Dialog open={isOpen} title={message.title} onClose={close} actions={<Button onClick={close}>{popupOk}</Button>}>
      <RichTextView text={message.content} />
    </Dialog>
  )
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
