import { billLinkMinutes, billViewTexts } from '@portal/contract/bill-view-texts'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { usePortalStart } from '#api/portal-start.tsx'
import { paths } from '#paths.ts'
import { rememberWanted } from '#session/storage.ts'
import { ButtonLink, TryAgain } from '#ui/button/button.tsx'
import { MessagePage } from '#ui/page/message-page.tsx'
import { ContactList } from '#ui/text/contact-list.tsx'
import { t } from '#ui/text/t.ts'
import { BackToBills, BillAlert } from './bill-actions.tsx'
import type { BillTrouble } from './read-bill.ts'

const messages: Readonly<Record<BillTrouble, string>> = {
  expired: t(billViewTexts.linkExpired),
  notYours: t(billViewTexts.notYours),
  notAllowed: t(billViewTexts.notAllowed),
  loadFailed: t(billViewTexts.loadFailed),
}

const pages: Readonly<Record<BillTrouble, { title: string; lead: string }>> = {
  expired: {
    title: t('This link has expired'),
    lead: t('To protect you, bill links work for {billLinkMinutes} minutes. Open the bill again from My Bills.', {
      billLinkMinutes,
    }),
  },
  notYours: {
    title: t('You don’t have access to this bill'),
    lead: t('It’s for an account that isn’t linked to you.'),
  },
  notAllowed: { title: t('Log in to see this bill'), lead: t('This link works only when you’re logged in.') },
  loadFailed: {
    title: t('We couldn’t load this bill'),
    lead: t('Something went wrong on our side. Your account is not affected.'),
  },
}

/** For people who are logged in, instead of asking them to log in. */
const madeForAnother = {
  title: pages.notYours.title,
  lead: t('This link is incomplete, or it was made for another customer.'),
}

interface NoBillProps {
  readonly trouble: BillTrouble
  readonly onTryAgain?: () => void
}

/**
 * Shown when there is no bill: the message of C§8, and below it a page with ways on. Closing the message of an expired
 * link stays on this page; after a failed load it closes the window, where the browser allows it; otherwise it
 * remembers the address and goes to the login page (C§2.10).
 */
export function NoBill({ trouble, onTryAgain }: NoBillProps) {
  const [isAlertClosed, setAlertClosed] = useState(false)
  const { profile, signedIn } = usePortalStart()
  const navigate = useNavigate()
  const close = () => {
    setAlertClosed(true)
    if (trouble === 'loadFailed') window.close()
    if (trouble !== 'notYours' && trouble !== 'notAllowed') return
    rememberWanted(location.pathname + location.search)
    void navigate({ to: paths.home })
  }
  return (
    <>
      <MessagePage
        {...(trouble === 'notAllowed' && signedIn.customer ? madeForAnother : pages[trouble])}
        actions={
          <>
            {trouble === 'loadFailed' ? <TryAgain look="primary" onClick={onTryAgain} /> : null}
            {signedIn.customer ? <BackToBills /> : <ButtonLink to={paths.home}>{t('Go to the login page')}</ButtonLink>}
          </>
        }
        help={
          <>
            <h2>{t('Contact support')}</h2>
            <ContactList phones={profile.phones} email={profile.customerServiceEmail} />
          </>
        }
      />
      {isAlertClosed ? null : <BillAlert message={messages[trouble]} onClose={close} />}
    </>
  )
}
