import { signUpTexts } from '@portal/contract/sign-up'
import { usePortalStart } from '#api/portal-start.tsx'
import { paths } from '#paths.ts'
import { Button, ButtonLink } from '#ui/button/button.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { ContactList } from '#ui/text/contact-list.tsx'
import classes from './sign-up.module.css'

interface ConfirmAddressProps {
  /** The masked address, as the server sent it. */
  readonly address: string
  readonly onBack: () => void
  readonly onProceed: () => void
}

/** 'Confirm Your Address' (C§2.3): the masked billing address, and what to do when it is wrong. */
export function ConfirmAddress({ address, onBack, onProceed }: ConfirmAddressProps) {
  const { profile } = usePortalStart()
  return (
    <Dialog
      open
      title={signUpTexts.confirmAddress}
      onClose={onBack}
      actions={
        <>
          <Button onClick={onProceed}>{signUpTexts.proceed}</Button>
          <Button look="secondary" onClick={onBack}>
            {signUpTexts.back}
          </Button>
          <ButtonLink to={paths.home} look="quiet">
            {signUpTexts.cancel}
          </ButtonLink>
        </>
      }
    >
      <div className={classes.help}>
        <p>Do we send your bills here? To protect your privacy, we show only part of the address.</p>
        <p className={classes.address}>{address}</p>
        <p>{signUpTexts.addressWrong}</p>
        <ContactList phones={profile.phones} email={profile.customerServiceEmail} />
      </div>
    </Dialog>
  )
}
