import { notificationTexts as texts } from '@portal/contract/notifications-texts'
import { stopNotifications, wholeStopToken } from '@portal/contract/sent-notifications'
import { useMutation } from '@tanstack/react-query'
import { usePortalStart } from '#api/portal-start.tsx'
import { ProblemNotice } from '#api/problem-notice.tsx'
import { Queries } from '#api/queries.tsx'
import { asProblem, send } from '#api/send.ts'
import { paths } from '#paths.ts'
import { Button, ButtonLink } from '#ui/button/button.tsx'
import { MessagePage } from '#ui/page/message-page.tsx'
import { t } from '#ui/text/t.ts'
import { useLinkToken } from '../link-token.ts'

/** A link in a notification opens it (R42). Opening stops nothing: programs that scan mail open every link. */
export function StopNotificationsPage() {
  const link = useLinkToken()
  if (link === null || !wholeStopToken.test(link.token)) return <IncompleteLink />
  return (
    <Queries key={link.visit}>
      <Stop token={link.token} />
    </Queries>
  )
}

function IncompleteLink() {
  const { signedIn } = usePortalStart()
  return (
    <MessagePage
      title={t('This link is incomplete')}
      lead={t(texts.stopIncomplete)}
      actions={
        signedIn.customer ? (
          <ButtonLink to={paths.dashboard} search={{ view: 'notifications' }}>
            {t(texts.title)}
          </ButtonLink>
        ) : (
          <ButtonLink to={paths.home}>{t('Log In')}</ButtonLink>
        )
      }
    />
  )
}

function Stop({ token }: { readonly token: string }) {
  const stop = useMutation({ mutationFn: async () => await send(stopNotifications, { body: { token } }) })
  const home = <ButtonLink to={paths.home}>{t('Go to the home page')}</ButtonLink>
  if (stop.isSuccess) {
    return <MessagePage title={t(texts.stopDone)} lead={t(texts.stopOthers)} actions={home} />
  }
  return (
    <MessagePage
      title={t(texts.stopTitle)}
      lead={t(texts.stopLead)}
      actions={
        <>
          {stop.error ? <ProblemNotice problem={asProblem(stop.error)} /> : null}
          <Button busy={stop.isPending} onClick={() => stop.mutate()}>
            {t(texts.stop)}
          </Button>
        </>
      }
    />
  )
}
