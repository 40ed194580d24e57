import { payNowMaintenanceMessage } from '@portal/contract/maintenance-texts'
import { usePortalStart } from '#api/portal-start.tsx'
import { paths } from '#paths.ts'
import { ButtonLink } from '#ui/button/button.tsx'
import { MessagePage } from '#ui/page/message-page.tsx'
import { ContactList } from '#ui/text/contact-list.tsx'

/**
 * Replaces the wizard while Pay Now is switched off (R16). Customers who come here from their dashboard are led back to
 * where they can still pay.
 */
export function PayNowClosed() {
  const { profile, signedIn } = usePortalStart()
  return (
    <MessagePage
      title="Pay Now is closed for maintenance"
      lead={payNowMaintenanceMessage}
      actions={
        signedIn.customer ? (
          <ButtonLink to={paths.dashboard}>Pay from your account summary</ButtonLink>
        ) : (
          <ButtonLink to={paths.home}>Return to the home page</ButtonLink>
        )
      }
      help={
        <>
          <h2>Pay another way</h2>
          <p>Call customer service, or visit one of the offices below. {profile.customerServiceHours}</p>
          <ContactList phones={profile.phones} email={profile.customerServiceEmail} />
        </>
      }
    />
  )
}
