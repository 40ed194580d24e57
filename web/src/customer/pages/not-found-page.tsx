import { usePortalStart } from '#api/portal-start.tsx'
import { paths } from '#paths.ts'
import { ButtonLink } from '#ui/button/button.tsx'
import { MessagePage } from '#ui/page/message-page.tsx'
import { ContactList } from '#ui/text/contact-list.tsx'
import { t } from '#ui/text/t.ts'

/** Shown at every unknown address (C§2.1). */
export function NotFoundPage() {
  const { profile } = usePortalStart()
  return (
    <MessagePage
      title={t('Page Not Found')}
      lead={t('We can’t find that page. Check the address for typing mistakes. The page may also have moved.')}
      actions={
        <>
          <ButtonLink to={paths.home}>{t('Return to the home page')}</ButtonLink>
          <ButtonLink to={paths.payNow} look="secondary">
            {t('Pay Now')}
          </ButtonLink>
        </>
      }
      help={
        <>
          <h2>{t('Contact support')}</h2>
          <ContactList phones={profile.phones} email={profile.customerServiceEmail} />
        </>
      }
    />
  )
}
