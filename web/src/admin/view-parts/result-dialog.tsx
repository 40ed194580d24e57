import { adminConsoleTexts } from '@portal/contract/admin-console-texts'
import type { ReactNode } from 'react'
import { Button } from '#ui/button/button.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'

interface ResultDialogProps {
  readonly title: string
  readonly onClose: () => void
  readonly children: ReactNode
}

/** The result of an action, with Okay (A§2). */
export function ResultDialog({ title, onClose, children }: ResultDialogProps) {
  return (
    <Dialog
      open
      urgent
      title={title}
      onClose={onClose}
      actions={<Button onClick={onClose}>{adminConsoleTexts.okay}</Button>}
    >
      {children}
    </Dialog>
  )
}
