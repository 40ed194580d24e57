import { popupOk, popupTitles } from '@portal/contract/popup'
import { Button } from '#ui/button/button.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'

interface BillAlertProps {
  readonly message: string
  readonly onClose: () => void
}

/** A message about a bill that has to be confirmed with OK (C§2.10, C§8). */
export function BillAlert({ message, onClose }: BillAlertProps) {
  return (
    <Dialog
      open
      urgent
      title={popupTitles.danger}
      onClose={onClose}
      actions={<Button onClick={onClose}>{popupOk}</Button>}
    >
      <p>{message}</p>
    </Dialog>
  )
}
