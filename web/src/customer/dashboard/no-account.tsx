import { accountSummaryTexts } from '@portal/contract/account-summary-texts'
import { usePortalStart } from '#session/portal-start.tsx'
import { ContactList } from '#ui/contact-list.tsx'
import classes from './dashboard.module.css'

/** For a customer who has no account (any more). */
export function NoAccount() {
  const { profile } = usePortalStart()
  return (
    <section className={classes.card}>
      <h2>{accountSummaryTexts.noData}</h2>
      <p>There is no water account in your name. If that is not right, please call customer service.</p>
      <ContactList phones={profile.phones} email={profile.customerServiceEmail} />
    </section>
  )
}
