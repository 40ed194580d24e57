import { useBlocker } from '@tanstack/react-router'
import { readHint } from '#session/hints.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'

/** Asks before what was typed and not saved is left behind, inside the portal and by closing or reloading the page. */
export function UnsavedChanges({ areThere }: { readonly areThere: boolean }) {
  const blocker = useBlocker({
    shouldBlockFn: () => areThere,
    // Whoever has just been signed out leaves at once: nobody is to see their details because they were being edited.
    enableBeforeUnload: () => areThere && readHint('personId') !== null,
    withResolver: true,
  })
  if (blocker.status !== 'blocked') return null
  return (
    <Dialog
      open
      urgent
      title="Leave without saving?"
      onClose={blocker.reset}
      actions={
        <>
          <Button onClick={blocker.reset}>Keep editing</Button>
          <Button look="secondary" onClick={blocker.proceed}>
            Leave without saving
          </Button>
        </>
      }
    >
      <p>What you changed has not been saved.</p>
    </Dialog>
  )
}
