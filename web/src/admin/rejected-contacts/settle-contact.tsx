import type { RejectedContact } from '@portal/contract/rejected-contacts'
import { rejectedContactsTexts } from '@portal/contract/rejected-contacts-texts'
import { ProblemNotice } from '#api/problem-notice.tsx'
import { Button } from '#ui/button/button.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { serverError } from '../view-parts/server-error.ts'
import { useSettleContact } from './use-rejected-contacts.ts'

interface SettleContactProps {
  readonly change: RejectedContact
  readonly onClose: () => void
}

/** Asks whether a change has been made by hand, before removing it from the list for good. */
export function SettleContact({ change, onClose }: SettleContactProps) {
  const settle = useSettleContact(change.id, onClose)
  return (
    <Dialog
      open
      title={`${rejectedContactsTexts.made}: person ${change.personId}`}
      onClose={settle.isPending ? undefined : onClose}
      actions={
        <>
          <Button busy={settle.isPending} onClick={() => settle.mutate()}>
            {rejectedContactsTexts.made}
          </Button>
          <Button look="secondary" blocked={settle.isPending} onClick={onClose}>
            {rejectedContactsTexts.cancel}
          </Button>
        </>
      }
    >
      {settle.isError ? <ProblemNotice problem={serverError(settle.error)} /> : null}
      <p>{rejectedContactsTexts.ask}</p>
    </Dialog>
  )
}
