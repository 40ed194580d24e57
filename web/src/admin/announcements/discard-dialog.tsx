import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'

interface DiscardDialogProps {
  readonly onKeep: () => void
  readonly onDiscard: () => void
}

/** Asks before what was typed is thrown away. */
export function DiscardDialog({ onKeep, onDiscard }: DiscardDialogProps) {
  return (
    <Dialog
      open
      urgent
      title="Leave without saving?"
      onClose={onKeep}
      actions={
        <>
          <Button onClick={onDiscard}>Leave</Button>
          <Button look="secondary" onClick={onKeep}>
            Keep editing
          </Button>
        </>
      }
    >
      <p>What you changed is not saved.</p>
    </Dialog>
  )
}
