import { useState } from 'react'
import { usePortalStart } from '#api/portal-start.tsx'
import { Queries } from '#api/queries.tsx'
import { usePopup } from '#session/popup.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { t } from '#ui/text/t.ts'
import { flows, type Forgotten, type Identifiers } from './flows.ts'
import { IdentifyStep, type Recovery } from './identify-step.tsx'
import { QuestionStep } from './question-step.tsx'

interface ForgotDialogProps {
  readonly what: Forgotten
  /** In the login form. */
  readonly username: string
  readonly onClose: () => void
}

/** C§2.4, C§4: identify the account, answer the question or ask for an email, then a message modal. */
export function ForgotDialog({ what, username, onClose }: ForgotDialogProps) {
  const popup = usePopup()
  const { profile } = usePortalStart()
  const [recovery, setRecovery] = useState<Recovery | null>(null)
  const [typed, setTyped] = useState<Identifiers>({ accountId: '', username, emailAddress: '' })
  const onMessage = (message: string) => popup.show({ kind: 'danger', message })
  return (
    <Queries>
      <Dialog open holdsForm title={flows[what].title} onClose={onClose}>
        {recovery ? (
          <QuestionStep
            what={what}
            recovery={recovery}
            onMessage={onMessage}
            onStartAgain={(message) => {
              setRecovery(null)
              onMessage(message)
            }}
            onSent={(message) => {
              onClose()
              popup.show({
                kind: 'success',
                message: `${message}\n${t('Nothing arrived? The address we have may be out of date. Call')} ${profile.phones[0]?.number ?? ''}.`,
              })
            }}
          />
        ) : (
          <IdentifyStep what={what} typed={typed} onTyped={setTyped} onFound={setRecovery} onMessage={onMessage} />
        )}
      </Dialog>
    </Queries>
  )
}
