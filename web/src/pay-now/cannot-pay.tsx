import { payNowTexts } from '@portal/contract/pay-now'
import { useId } from 'react'
import { usePortalStart } from '#api/portal-start.tsx'
import { Button } from '#ui/button/button.tsx'
import { ContactList } from '#ui/text/contact-list.tsx'
import { Notice } from '#ui/text/notice.tsx'
import classes from '#ui/form/form-layout.module.css'

/** Replaces the card form when the account cannot be paid by card, so that nobody types a card for nothing. */
export function CannotPay({ reason }: { readonly reason: string }) {
  const { profile } = usePortalStart()
  const reasonId = useId()
  return (
    <div className={classes.form}>
      <Notice tone="warning" id={reasonId} title={reason} />
      <ContactList phones={profile.phones} />
      <Button wide blocked describedBy={reasonId}>
        {payNowTexts.pay}
      </Button>
    </div>
  )
}
