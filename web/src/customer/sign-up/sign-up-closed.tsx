import { signUpTexts } from '@portal/contract/sign-up'
import { usePortalStart } from '#api/portal-start.tsx'
import { paths } from '#paths.ts'
import { ButtonLink } from '#ui/button/button.tsx'
import { MessagePage } from '#ui/page/message-page.tsx'
import { ContactList } from '#ui/text/contact-list.tsx'

/** Replaces the wizard while login and sign-up are switched off (R16). */
export function SignUpClosed() {
  const { profile } = usePortalStart()
  return (
    <MessagePage
      title="Registration is closed for maintenance"
      lead={signUpTexts.maintenance}
      actions={<ButtonLink to={paths.home}>Return to the home page</ButtonLink>}
      help={
        <>
          <h2>Contact support</h2>
          <ContactList phones={profile.phones} email={profile.customerServiceEmail} />
        </>
      }
    />
  )
}
