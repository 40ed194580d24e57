import type { AdminSession } from '@portal/contract/admin-sign-in'
import { credentialTexts } from '@portal/contract/credential-texts'
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
    <ViewFrame title={credentialTexts.chooseOwn} lead={credentialTexts.whyChooseOwn}>
      <div className={box.card}>
        <PasswordsForm session={session} passwords={passwords} />
      </div>
    </ViewFrame>
  )
}
