import { formatInstant } from '@portal/contract/dates'
import { notificationTexts as texts } from '@portal/contract/notifications-texts'
import { sentStatuses } from '@portal/contract/sent-notifications'
import { usePortalStart } from '#api/portal-start.tsx'
import { ProblemNotice } from '#api/problem-notice.tsx'
import { asProblem } from '#api/send.ts'
import { Button, TryAgain } from '#ui/button/button.tsx'
import { Chip } from '#ui/text/chip.tsx'
import { t } from '#ui/text/t.ts'
import { Loading } from '#ui/waiting/loading.tsx'
import { useSent } from './use-notifications.ts'
import box from '#ui/page/card.module.css'
import dashboard from '../dashboard.module.css'
import classes from './notifications.module.css'

const tones = { waiting: 'waiting', sent: 'good', delivered: 'good', notDelivered: 'bad' } as const

/** The last 13 months, the newest first. */
export function Sent() {
  const sent = useSent()
  const { profile } = usePortalStart()
  const all = sent.data?.pages.flatMap((page) => page.sent) ?? []
  return (
    <section className={box.card} aria-labelledby="notifications-sent">
      <h2 id="notifications-sent">{t(texts.sent)}</h2>
      {sent.error ? (
        <ProblemNotice problem={asProblem(sent.error)} actions={<TryAgain onClick={() => void sent.refetch()} />} />
      ) : null}
      {sent.isPending ? <Loading what={t('Loading what was sent')} rows={2} /> : null}
      {sent.isSuccess && all.length === 0 ? <p className={dashboard.muted}>{t(texts.nothingSent)}</p> : null}
      <ul className={classes.list}>
        {all.map(({ id, kind, accountId, subject, at, address, status }) => (
          <li key={id} className={classes.choice}>
            <span>
              {subject || t(texts.kinds[kind])}
              <span className={dashboard.second}>
                {[formatInstant(profile, at), subject ? t(texts.kinds[kind]) : accountId, address]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </span>
            <Chip tone={tones[status]}>{t(sentStatuses[status])}</Chip>
          </li>
        ))}
      </ul>
      {sent.hasNextPage ? (
        <div>
          <Button look="secondary" busy={sent.isFetchingNextPage} onClick={() => void sent.fetchNextPage()}>
            {t(texts.more)}
          </Button>
        </div>
      ) : null}
    </section>
  )
}
