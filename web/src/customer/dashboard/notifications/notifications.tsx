import { notificationTexts as texts } from '@portal/contract/notifications-texts'
import { ProblemNotice } from '#api/problem-notice.tsx'
import { asProblem } from '#api/send.ts'
import { TryAgain } from '#ui/button/button.tsx'
import { PageHeading } from '#ui/page/page-heading.tsx'
import { t } from '#ui/text/t.ts'
import { Loading } from '#ui/waiting/loading.tsx'
import { Addresses } from './address.tsx'
import { Choices } from './choices.tsx'
import { PaperlessBills } from './paperless-section.tsx'
import { Sent } from './sent.tsx'
import { useNotifications } from './use-notifications.ts'
import dashboard from '../dashboard.module.css'

/** What the customer is told, where, and what was sent (R42). */
export function NotificationSettings() {
  const known = useNotifications()
  return (
    <div className={`${dashboard.page} ${dashboard.narrow}`}>
      <PageHeading title={t(texts.title)} />
      <p className={dashboard.lead}>{t(texts.lead)}</p>
      {known.error ? (
        <ProblemNotice
          problem={asProblem(known.error).inWords(t(texts.loadFailed))}
          actions={<TryAgain onClick={() => void known.refetch()} />}
        />
      ) : null}
      {known.isPending ? <Loading what={t('Loading your notifications')} rows={4} /> : null}
      {known.data ? (
        <>
          <Addresses known={known.data} />
          <Choices known={known.data} />
          <PaperlessBills />
          <Sent />
        </>
      ) : null}
    </div>
  )
}
