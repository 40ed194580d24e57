import { usePortalStart } from '#api/portal-start.tsx'
import { paths } from '#paths.ts'
import { Button } from '#ui/button/button.tsx'
import { MessagePage } from '#ui/page/message-page.tsx'
import { ContactList } from '#ui/text/contact-list.tsx'
import { t } from '#ui/text/t.ts'

/** `/maintenance` (C§2.1): says that the new site launches soon and this one is under temporary maintenance. */
export function MaintenancePage() {
  const { profile } = usePortalStart()
  return (
    <MessagePage
      title={t('Our new site launches soon')}
      lead={t(
        'The site is under temporary maintenance. Please come back soon. Your due dates don’t change. Until we’re back, you can pay by phone or at one of our offices.',
      )}
      actions={<Button onClick={() => location.assign(paths.home)}>{t('Try again')}</Button>}
      help={
        <>
          <h2>{t('Contact us')}</h2>
          <ContactList phones={profile.phones} email={profile.customerServiceEmail} />
          <p>{profile.customerServiceHours}</p>
        </>
      }
    />
  )
}
