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
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { addressOf } from '#api/call-address.ts'
import { usePortalStart } from '#api/portal-start.tsx'
import { showNow } from '#api/queries.tsx'
import { send } from '#api/send.ts'
import { Notice } from '#ui/text/notice.tsx'
import { t } from '#ui/text/t.ts'
import { FileButton, Found, ListPart, ListScreen, Updated } from '../lists/list-screen.tsx'
import { type Decision, DecisionDialog } from './decision-dialog.tsx'
import { QueueTable, RunsTable, TotalsTable } from './run-tables.tsx'

const queryKey = ['notification-runs'] as const

/** What was found to tell customers, what waits for a decision, and what became of the messages. */
export function NotificationRunsView() {
  const found = useQuery({ queryKey, queryFn: async ({ signal }) => await send(readNotificationRuns, { signal }) })
  return (
    <ListScreen
      id="notification-runs"
      title={t(reportPartNames.notifications)}
      lead={t(
        'What customers asked to be told, from the import or day that it is about to the result of each message.',
      )}
    >
      <Found query={found} loading={t('Loading notifications')} rows={8}>
        {(runs) => <Runs found={runs} onRefresh={found.refetch} />}
      </Found>
      <Totals />
    </ListScreen>
  )
}

interface RunsProps {
  readonly found: NotificationRuns
  readonly onRefresh: () => unknown
}

interface Asked {
  readonly run: NotificationRun
  readonly decision: Decision
}

function Runs({ found, onRefresh }: RunsProps) {
  const { profile } = usePortalStart()
  const client = useQueryClient()
  const [asked, setAsked] = useState<Asked | null>(null)
  const [done, setDone] = useState<Decision | null>(null)
  const { stoppedAt, queue, scans, asOf } = found
  const waits = scans.some(({ runs }) => runs.some(({ state }) => state === 'WAITING'))
  return (
    <>
      {stoppedAt ? (
        <Notice
          tone="warning"
          title={t('Notifications have been off since {at}', { at: formatInstant(profile, stoppedAt) })}
        >
          <p>{t(texts.stoppedMeans)}</p>
        </Notice>
      ) : null}
      {waits ? (
        <Notice tone="warning" title={t(texts.waits)}>
          <p>
            {t('Check the import first. Release them if they are right, or drop them. Nothing is sent until then.')}
          </p>
        </Notice>
      ) : null}
      {done ? (
        <Notice
          key={done}
          tone="success"
          role="status"
          takesFocus
          title={t(done === 'release' ? 'Released. The messages leave now.' : texts.dropped)}
        />
      ) : null}
      <Updated at={asOf} onRefresh={onRefresh} />
      <ListPart id="notification-queue" title={t(texts.queue)}>
        <QueueTable queue={queue} />
      </ListPart>
      <ListPart
        id="notification-scans"
        title={t('Runs')}
        empty={scans.length === 0 && t('No notifications were looked for yet.')}
      >
        <RunsTable
          scans={scans}
          onAsk={(run, decision) => {
            setDone(null)
            setAsked({ run, decision })
          }}
        />
      </ListPart>
      {asked ? (
        <DecisionDialog
          {...asked}
          onClose={() => setAsked(null)}
          onDecided={(now) => {
            showNow(client, queryKey, now)
            setDone(asked.decision)
            setAsked(null)
          }}
        />
      ) : null}
    </>
  )
}

function Totals() {
  const found = useQuery({
    queryKey: ['notification-totals'],
    queryFn: async ({ signal }) => (await send(readNotificationTotals, { signal })).totals,
  })
  const isEmpty = found.data?.length === 0
  return (
    <ListPart
      id="notification-totals"
      title={t(texts.totals)}
      empty={isEmpty && t('No messages in the last {days} days.', { days: totalDays.shown })}
    >
      <Found query={found} loading={t('Loading the figures')}>
        {(totals) => (
          <>
            <TotalsTable totals={totals} />
            <FileButton address={addressOf(exportNotificationTotals)} label={t(texts.exportCsv)} />
          </>
        )}
      </Found>
    </ListPart>
  )
}
