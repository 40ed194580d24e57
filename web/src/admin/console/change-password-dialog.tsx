import { adminConsoleTexts } from '@portal/contract/admin-console-texts'
import type { AdminSession } from '@portal/contract/admin-sign-in'
import { useState } from 'react'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { ResultDialog } from '../view-parts/result-dialog.tsx'
import { PasswordsForm, usePasswords } from './passwords-form.tsx'

interface ChangePasswordDialogProps {
  readonly session: AdminSession
  readonly onClose: () => void
}

/** Change Pass (A§2): changes the administrator's own password, then shows the result with Okay. */
export function ChangePasswordDialog({ session, onClose }: ChangePasswordDialogProps) {
  const [result, setResult] = useState<string | null>(null)
  const passwords = usePasswords(session, setResult)
  if (result !== null) {
    return (
      <ResultDialog title={adminConsoleTexts.changePassword} onClose={onClose}>
        <p>{result}</p>
      </ResultDialog>
    )
  }
  return (
    <Dialog open holdsForm title={adminConsoleTexts.changePassword} onClose={passwords.isPending ? undefined : onClose}>
      <PasswordsForm session={session} passwords={passwords} />
    </Dialog>
  )
}
