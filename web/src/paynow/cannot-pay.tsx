import { type PayableAccount, payNowTexts } from '@portal/contract/pay-now'
import { checkoutProblems } from '@portal/contract/payments'
import { useId } from 'react'
import { usePortalStart } from '#session/portal-start.tsx'
import { Button } from '#ui/button.tsx'
import { ContactList } from '#ui/contact-list.tsx'
import classes from '#ui/form-layout.module.css'
import { Notice } from '#ui/notice.tsx'

/** Why an account cannot be paid by card now, or null when it can (C§4 cash-only, design R19). */
export function cannotPayReason(account: PayableAccount): string | null {
  if (account.isBeingPaid) return checkoutProblems['account-being-paid'].title
  return account.cashOnlyFlag === 'Y' ? payNowTexts.cashOnly : null
}

/** Stands in place of the card form: nobody should type a card that cannot be used. */
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
