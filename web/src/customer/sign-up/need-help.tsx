import { signUpTexts } from '@portal/contract/sign-up'
import { useState } from 'react'
import { usePortalStart } from '#api/portal-start.tsx'
import { TextButton } from '#ui/button/text-button.tsx'
import { PhoneIcon } from '#ui/icons.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { ContactList } from '#ui/text/contact-list.tsx'
import classes from './sign-up.module.css'

/** 'Need Help?' (C§2.3), in a dialog, so that nothing typed is lost. */
export function NeedHelp() {
  const { profile } = usePortalStart()
  const [isOpen, setOpen] = useState(false)
  return (
    <div>
      <TextButton icon={<PhoneIcon />} onClick={() => setOpen(true)}>
        {signUpTexts.needHelp}
      </TextButton>
      <Dialog open={isOpen} title={signUpTexts.needHelp} onClose={() => setOpen(false)}>
        <div className={classes.help}>
          <p>Customer service can help you register. {profile.customerServiceHours}</p>
          <ContactList phones={profile.phones} email={profile.customerServiceEmail} />
        </div>
      </Dialog>
    </div>
  )
}
