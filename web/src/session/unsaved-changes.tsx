import { useBlocker } from '@tanstack/react-router'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { type HintName, readHint } from './hints.ts'

interface UnsavedChangesProps {
  readonly areThere: boolean
  /** The hint that is there as long as its owner is signed in. */
  readonly hint: HintName
}

/** Asks before what was typed and not saved is left behind, inside the portal and by closing or reloading the page. */
export function UnsavedChanges({ areThere, hint }: UnsavedChangesProps) {
  const blocker = useBlocker({
    shouldBlockFn: () => areThere,
    // Whoever has just been signed out leaves at once: nobody is to see their details because they were being edited.
    enableBeforeUnload: () => areThere && readHint(hint) !== null,
    withResolver: true,
  })
  return blocker.status === 'blocked' ? <LeaveDialog onKeep={blocker.reset} onLeave={blocker.proceed} /> : null
}

interface LeaveDialogProps {
  readonly onKeep: () => void
  readonly onLeave: () => void
}

/** Asks before what was typed is thrown away. */
export function LeaveDialog({ onKeep, onLeave }: LeaveDialogProps) {
  return (
    <Dialog
      open
      urgent
      title="Leave without saving?"
      onClose={onKeep}
      actions={
        <>
          <Button onClick={onKeep}>Keep editing</Button>
          <Button look="secondary" onClick={onLeave}>
            Leave without saving
          </Button>
        </>
      }
    >
      <p>What you changed has not been saved.</p>
    </Dialog>
  )
}
