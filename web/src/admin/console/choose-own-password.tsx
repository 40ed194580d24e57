import { type AdminSession, adminSignInTexts } from '@portal/contract/admin-sign-in'
import { usePopup } from '#session/popup.tsx'
import { ViewFrame } from '../view-parts/view-frame.tsx'
import { PasswordsForm, usePasswords } from './passwords-form.tsx'
import box from '#ui/page/card.module.css'

interface ChooseOwnPasswordProps {
  readonly session: AdminSession
  /** Called when the administrator has a password of their own. */
  readonly onChosen: () => void
}

/** Stands in place of the console for whoever logs in with a password that somebody else has set (docs/security.md). */
export function ChooseOwnPassword({ session, onChosen }: ChooseOwnPasswordProps) {
  const popup = usePopup()
  const passwords = usePasswords(session, (message) => {
    popup.show({ kind: 'success', message })
    onChosen()
  })
  return (
    <ViewFrame title={adminSignInTexts.chooseOwn} lead={adminSignInTexts.whyChooseOwn}>
      <div className={box.card}>
        <PasswordsForm session={session} passwords={passwords} />
      </div>
    </ViewFrame>
  )
}
