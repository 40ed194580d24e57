import { notificationTexts as texts } from '@portal/contract/notifications-texts'
import { readStop, type StopAbout, stopNotifications, wholeStopToken } from '@portal/contract/sent-notifications'
import { useMutation, useQuery } from '@tanstack/react-query'
import { usePortalStart } from '#api/portal-start.tsx'
import { ProblemNotice } from '#api/problem-notice.tsx'
import { Queries } from '#api/queries.tsx'
import { asProblem, send } from '#api/send.ts'
import { paths } from '#paths.ts'
import { Button, ButtonLink } from '#ui/button/button.tsx'
import { MessagePage } from '#ui/page/message-page.tsx'
import { t } from '#ui/text/t.ts'
import { Loading } from '#ui/waiting/loading.tsx'
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
  const about = useQuery({
    queryKey: ['stop-link'],
    queryFn: async ({ signal }) => (await send(readStop, { body: { token }, signal })).about,
  })
  const stop = useMutation({ mutationFn: async () => await send(stopNotifications, { body: { token } }) })
  const home = <ButtonLink to={paths.home}>{t('Go to the home page')}</ButtonLink>
  if (about.isPending) return <Loading what={t('Loading this page')} rows={4} />
  if (about.error) {
    const problem = <ProblemNotice problem={asProblem(about.error)} onTryAgain={() => void about.refetch()} />
    return <MessagePage title={t(texts.stopOld.title)} lead={problem} actions={home} />
  }
  const { title, lead, button, done } = inWords(about.data)
  if (stop.isSuccess) return <MessagePage title={done} lead={t(texts.stopOthers)} actions={home} />
  return (
    <MessagePage
      title={title}
      lead={lead}
      actions={
        <>
          {stop.error ? <ProblemNotice problem={asProblem(stop.error)} /> : null}
          {button === null ? (
            home
          ) : (
            <Button busy={stop.isPending} onClick={() => stop.mutate()}>
              {button}
            </Button>
          )}
        </>
      }
    />
  )
}

/** What this link does, and nothing else. Without a button where it does nothing. */
function inWords(about: StopAbout | null) {
  const old = { title: t(texts.stopOld.title), lead: t(texts.stopOld.lead), done: t(texts.stopDoneOld) }
  if (about === null) return { ...old, button: old.title }
  const { kind, channel, accountEnd: end, bringsPaper } = about
  if (kind === 'test') return { ...old, title: t(texts.stopTest.title), lead: t(texts.stopTest.lead), button: null }
  const stops =
    kind === 'announcement'
      ? t(texts.stopAnnouncements[channel])
      : t(texts.stopLead[channel], { kind: t(texts.kinds[kind]), end })
  const title = t(texts.stop[channel])
  const lead = bringsPaper ? `${stops} ${t(texts.stopPaper)}` : stops
  return { title, lead, button: title, done: t(texts.stopDone[channel]) }
}
