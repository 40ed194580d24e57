import { reportPartNames } from '@portal/contract/admin-levels'
import { formatInstant } from '@portal/contract/dates'
import {
  type NotificationRun,
  type NotificationRuns,
  exportNotificationTotals,
  notificationRunsTexts as texts,
  readNotificationRuns,
  readNotificationTotals,
  totalDays,
} from '@portal/contract/notification-runs'
import { reportsTexts } from '@portal/contract/reports'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { addressOf } from '#api/call-address.ts'
import { usePortalStart } from '#api/portal-start.tsx'
import { send } from '#api/send.ts'
import { AnchorButton, TextButton } from '#ui/button/button.tsx'
import { DownloadIcon } from '#ui/icons.tsx'
import { Notice } from '#ui/text/notice.tsx'
import { t } from '#ui/text/t.ts'
import { Loading } from '#ui/waiting/loading.tsx'
import { Retry } from '../view-parts/view-frame.tsx'
import { type Decision, DecisionDialog } from './decision-dialog.tsx'
import { QueueTable, RunsTable, TotalsTable } from './run-tables.tsx'
import classes from './notification-runs.module.css'

const queryKey = ['notification-runs'] as const

/** What was found to tell customers, what waits for a decision, and what became of the messages. */
export function NotificationRunsView() {
  const found = useQuery({ queryKey, queryFn: async ({ signal }) => await send(readNotificationRuns, { signal }) })
  return (
    <section className={classes.view} aria-labelledby="notification-runs">
      <div>
        <h2 id="notification-runs">{t(reportPartNames.notifications)}</h2>
        <p className={classes.lead}>{t(texts.lead)}</p>
      </div>
      {found.isError ? <Retry error={found.error} onTryAgain={found.refetch} /> : null}
      {found.isPending ? <Loading what={t('Loading notifications')} rows={8} /> : null}
      {found.data ? <Found found={found.data} onRefresh={() => void found.refetch()} /> : null}
      <Totals />
    </section>
  )
}

interface FoundProps {
  readonly found: NotificationRuns
  readonly onRefresh: () => void
}

interface Asked {
  readonly run: NotificationRun
  readonly decision: Decision
}

function Found({ found, onRefresh }: FoundProps) {
  const { profile } = usePortalStart()
  const client = useQueryClient()
  const [asked, setAsked] = useState<Asked | null>(null)
  const [done, setDone] = useState<Decision | null>(null)
  const { stoppedAt, queue, scans, asOf } = found
  const waits = scans.some(({ runs }) => runs.some(({ state }) => state === 'WAITING'))
  return (
    <>
      {stoppedAt ? (
        <Notice tone="warning" title={t(texts.stopped, { at: formatInstant(profile, stoppedAt) })}>
          <p>{t(texts.stoppedMeans)}</p>
        </Notice>
      ) : null}
      {waits ? (
        <Notice tone="warning" title={t(texts.waits)}>
          <p>{t(texts.waitsMeans)}</p>
        </Notice>
      ) : null}
      {done ? (
        <Notice
          key={done}
          tone="success"
          role="status"
          takesFocus
          title={t(done === 'release' ? texts.released : texts.dropped)}
        />
      ) : null}
      <div className={classes.line}>
        <p className={classes.muted}>{t('Updated {at}', { at: formatInstant(profile, asOf) })}</p>
        <TextButton onClick={onRefresh}>{t(reportsTexts.refresh)}</TextButton>
      </div>
      <Part id="notification-queue" title={t(texts.queue)}>
        <QueueTable queue={queue} />
      </Part>
      <Part id="notification-scans" title={t(texts.runs)} empty={scans.length === 0 && t(texts.runsEmpty)}>
        <RunsTable
          scans={scans}
          onAsk={(run, decision) => {
            setDone(null)
            setAsked({ run, decision })
          }}
        />
      </Part>
      {asked ? (
        <DecisionDialog
          {...asked}
          onClose={() => setAsked(null)}
          onDecided={(now) => {
            client.setQueryData(queryKey, now)
            setDone(asked.decision)
            setAsked(null)
          }}
        />
      ) : null}
    </>
  )
}

interface PartProps {
  readonly id: string
  readonly title: string
  /** Instead of the children. */
  readonly empty?: string | false
  readonly children: ReactNode
}

function Part({ id, title, empty = false, children }: PartProps) {
  return (
    <section className={classes.part} aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      {empty === false ? children : <p className={classes.muted}>{empty}</p>}
    </section>
  )
}

function Totals() {
  const found = useQuery({
    queryKey: ['notification-totals'],
    queryFn: async ({ signal }) => (await send(readNotificationTotals, { signal })).totals,
  })
  const isEmpty = found.data?.length === 0
  return (
    <Part
      id="notification-totals"
      title={t(texts.totals)}
      empty={isEmpty && t(texts.totalsEmpty, { days: totalDays.shown })}
    >
      {found.isError ? <Retry error={found.error} onTryAgain={found.refetch} /> : null}
      {found.isPending ? <Loading what={t('Loading the figures')} /> : null}
      {found.data ? (
        <>
          <TotalsTable totals={found.data} />
          <div data-no-print>
            <AnchorButton look="secondary" href={addressOf(exportNotificationTotals)} download icon={<DownloadIcon />}>
              {t(texts.exportCsv)}
            </AnchorButton>
          </div>
        </>
      ) : null}
    </Part>
  )
}
