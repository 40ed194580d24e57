import { customerMessagesTexts } from '@portal/contract/customer-messages-texts'
import type { PersonId } from '@portal/contract/ids'
import { Suspense, useState } from 'react'
import { TextButton } from '#ui/button/button.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { HiddenText } from '#ui/text/hidden-text.tsx'
import { t } from '#ui/text/t.ts'
import { Loading } from '#ui/waiting/loading.tsx'
import { lazyComponent } from '#ui/waiting/online.ts'

const CustomerMessages = lazyComponent(async () => (await import('./customer-messages.tsx')).CustomerMessageList)

interface MessagesButtonProps {
  readonly personId: PersonId
  /** The customer's. */
  readonly name: string
}

/** Under a customer who was searched for: opens what was sent to them. */
export function MessagesButton({ personId, name }: MessagesButtonProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <TextButton onClick={() => setOpen(true)}>
        {t(customerMessagesTexts.title)}
        <HiddenText> {t('of {name}', { name })}</HiddenText>
      </TextButton>
      {isOpen ? (
        <Dialog open wide title={t('Messages to {name}', { name })} onClose={() => setOpen(false)}>
          <Suspense fallback={<Loading what={t('Loading messages')} />}>
            <CustomerMessages personId={personId} />
          </Suspense>
        </Dialog>
      ) : null}
    </>
  )
}
