import { useBlocker } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '#ui/button/button.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { t } from '#ui/text/t.ts'
import { type HintName, readHint } from '../storage.ts'

interface UnsavedChangesProps {
  readonly areThere: boolean
  /** One that stays the same as long as the person is signed in. */
  readonly hint: HintName
}

/** Asks before they are lost by moving on inside the portal, or by closing or reloading the page. */
export function UnsavedChanges({ areThere, hint }: UnsavedChangesProps) {
  const [whose] = useState(() => readHint(hint))
  const blocker = useBlocker({
    shouldBlockFn: () => areThere,
    // After a sign-out the page leaves without asking: nobody else is to see the details that were being edited.
    enableBeforeUnload: () => areThere && whose !== null && readHint(hint) === whose,
    withResolver: true,
  })
  return blocker.status === 'blocked' ? <LeaveDialog onKeep={blocker.reset} onLeave={blocker.proceed} /> : null
}

interface LeaveDialogProps {
  readonly onKeep: () => void
  readonly onLeave: () => void
}

export function LeaveDialog({ onKeep, onLeave }: LeaveDialogProps) {
  return (
    <Dialog
      open
      urgent
      title={t('Leave without saving?')}
      onClose={onKeep}
      actions={
        <>
          <Button onClick={onKeep}>{t('Keep editing')}</Button>
          <Button look="secondary" onClick={onLeave}>
            {t('Leave without saving')}
          </Button>
        </>
      }
    >
      <p>{t('Your changes haven’t been saved.')}</p>
    </Dialog>
  )
}
