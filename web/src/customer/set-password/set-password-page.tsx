import { checkPasswordLink, forgotTexts, wholeLinkToken } from '@portal/contract/forgot'
import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { usePortalStart } from '#api/portal-start.tsx'
import { ProblemNotice } from '#api/problem-notice.tsx'
import { Queries } from '#api/queries.tsx'
import { asProblem, send } from '#api/send.ts'
import { paths } from '#paths.ts'
import { writeHint } from '#session/storage.ts'
import { ButtonLink } from '#ui/button/button.tsx'
import { MessagePage } from '#ui/page/message-page.tsx'
import { PageHeading } from '#ui/page/page-heading.tsx'
import { ContactList } from '#ui/text/contact-list.tsx'
import { t } from '#ui/text/t.ts'
import { useLinkToken } from '../link-token.ts'
import { NewPasswordForm } from './new-password-form.tsx'
import classes from './set-password.module.css'

const title = t('Set a new password')

/** The mailed link opens it (R8). If the link cannot be used, the page says how to get another. */
export function SetPasswordPage() {
  const link = useLinkToken()
  if (link === null || !wholeLinkToken.test(link.token)) return <UnusableLink isCut />
  return (
    <Queries key={link.visit}>
      <WithLink token={link.token} />
    </Queries>
  )
}

function WithLink({ token }: { readonly token: string }) {
  const [view, setView] = useState<ReactNode>(null)
  const link = useQuery({
    queryKey: ['password-link'],
    queryFn: async ({ signal }) => (await send(checkPasswordLink, { body: { token }, signal })).result,
  })
  const showOutcome: ComponentProps<typeof NewPasswordForm>['onDone'] = (result, isUncertain) => {
    if (result.status === 'Success') setView(<Done message={t(result.description)} />)
    else setView(isUncertain ? <PerhapsSet /> : <UnusableLink />)
  }
  if (view) return view
  if (link.data?.status === 'Failed') return <UnusableLink />
  return (
    <div className={classes.page}>
      <PageHeading title={title} />
      {link.isPending ? <p role="status">{t('Checking your link…')}</p> : null}
      {link.isError ? <ProblemNotice problem={asProblem(link.error)} onTryAgain={link.refetch} /> : null}
      {link.data ? <NewPasswordForm token={token} username={link.data.username} onDone={showOutcome} /> : null}
    </div>
  )
}

function Done({ message }: { readonly message: string }) {
  const { signedIn } = usePortalStart()
  return (
    <MessagePage
      title={t('Your password is set')}
      lead={message}
      help={
        signedIn.customer ? (
          <p>{t('If another online account is logged in on this browser, log out of it first.')}</p>
        ) : null
      }
      actions={
        // A full page load, because every session of this customer has ended, including one in this browser.
        <ButtonLink to={paths.home} reloadDocument>
          {t('Log In')}
        </ButtonLink>
      }
    />
  )
}

/** The link was used, most likely by a try of this page that got no answer. */
function PerhapsSet() {
  return (
    <MessagePage
      title={t('Your password may have been set')}
      lead={t('Your last attempt may have set your new password. Try logging in with it first.')}
      actions={
        <>
          <ButtonLink to={paths.home} reloadDocument>
            {t('Log In')}
          </ButtonLink>
          <NewLink look="secondary" />
        </>
      }
    />
  )
}

function NewLink({ look }: { readonly look?: 'secondary' }) {
  return (
    <ButtonLink to={paths.home} look={look} reloadDocument onClick={() => writeHint('openForgotPass', 'true')}>
      {t('Request a new link')}
    </ButtonLink>
  )
}

/** `isCut`: its secret did not arrive whole, so it says nothing of its age. */
function UnusableLink({ isCut = false }: { readonly isCut?: boolean }) {
  const { profile, signedIn } = usePortalStart()
  return (
    <MessagePage
      title={isCut ? t('This link is incomplete') : t('This link no longer works')}
      lead={
        isCut
          ? t('Part of its address is missing. Copy the whole link from the email, or request a new one.')
          : t(forgotTexts.linkNotGood)
      }
      actions={
        // The login page would redirect a logged-in customer to the dashboard before the forgot flow could open.
        signedIn.customer ? <ButtonLink to={paths.dashboard}>{t('Go to the dashboard')}</ButtonLink> : <NewLink />
      }
      help={
        <>
          {signedIn.customer ? (
            <p>
              {t(
                'An online account is logged in on this browser. Log out to request a new link, or change its password in Edit Account.',
              )}
            </p>
          ) : null}
          <h2>{t('Contact support')}</h2>
          <ContactList phones={profile.phones} email={profile.customerServiceEmail} />
        </>
      }
    />
  )
}
