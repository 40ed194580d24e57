import { usePortalStart } from '#api/portal-start.tsx'
import { Button } from '#ui/button/button.tsx'
import { MessagePage } from '#ui/page/message-page.tsx'
import { ContactList } from '#ui/text/contact-list.tsx'

/** Shown when a page throws. The cause is in the browser's console; the visitor gets a way on. */
export function ErrorPage() {
  const { profile } = usePortalStart()
  return (
    <MessagePage
      title="Something went wrong"
      lead="This page stopped working. Reloading it usually helps. If you were paying, reload before you pay again: we will tell you what became of the payment."
      actions={<Button onClick={() => location.reload()}>Reload this page</Button>}
      help={<ContactList phones={profile.phones} email={profile.customerServiceEmail} />}
    />
  )
}

/** Shown when the page came without its start data. Nothing is known then, not even the utility's name. */
export function StartFailed() {
  return (
    <main>
      <h1>We could not open this page</h1>
      <p>Please reload it. If that does not help, please try again later.</p>
    </main>
  )
}
