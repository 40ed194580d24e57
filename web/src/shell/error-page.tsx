import { usePortalStart } from '#api/portal-start.tsx'
import { Button } from '#ui/button/button.tsx'
import { MessagePage } from '#ui/page/message-page.tsx'
import { ContactList } from '#ui/text/contact-list.tsx'
import { t } from '#ui/text/t.ts'

/** The cause is in the browser's console; the visitor gets a way on. */
export function ErrorPage() {
  const { profile } = usePortalStart()
  return (
    <MessagePage
      title={t('Something went wrong')}
      lead={t(
        'This page stopped working. Reload it to continue. If you were making a payment, reload and wait for the result. Do not pay again before that.',
      )}
      actions={<Button onClick={() => location.reload()}>{t('Reload this page')}</Button>}
      help={<ContactList phones={profile.phones} email={profile.customerServiceEmail} />}
    />
  )
}

/** The page came without its start data. Nothing is known then, not even the utility's name. */
export function StartFailed() {
  return (
    <main>
      <h1>{t('We couldn’t open this page')}</h1>
      <p>{t('Reload the page. If that doesn’t help, try again later.')}</p>
    </main>
  )
}
