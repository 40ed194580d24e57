import { accountSummaryTexts } from '@portal/contract/account-summary-texts'
import { usePortalStart } from '#api/portal-start.tsx'
import { ContactList } from '#ui/text/contact-list.tsx'
import box from '#ui/page/card.module.css'

/** Shown to a customer who has no account (any more). */
export function NoAccount() {
  const { profile } = usePortalStart()
  return (
    <section className={box.card}>
      <h2>{accountSummaryTexts.noData}</h2>
      <p>We don’t have a water account in your name. If that’s wrong, call customer service.</p>
      <ContactList phones={profile.phones} email={profile.customerServiceEmail} />
    </section>
  )
}
