import { messageReasonInWords } from '@portal/contract/customer-messages'
import { formatInstant } from '@portal/contract/dates'
import {
  type NotificationQueue,
  type NotificationRun,
  type NotificationRuns,
  type NotificationTotal,
  type RunStateName,
  notificationRunsTexts as texts,
  runStates,
  totalResults,
} from '@portal/contract/notification-runs'
import { notificationTexts } from '@portal/contract/notifications-texts'
import { channelNames } from '@portal/contract/stopped-addresses'
import { usePortalStart } from '#api/portal-start.tsx'
import { Button } from '#ui/button/button.tsx'
import { Chip, type ChipTone } from '#ui/text/chip.tsx'
import { formatDate, groupThousands } from '#ui/text/format.ts'
import { HiddenText } from '#ui/text/hidden-text.tsx'
import { t } from '#ui/text/t.ts'
import { type Column, ListTable, Note } from '../lists/list-table.tsx'
import { Day } from '../view-parts/times.tsx'
import { asks, type Decision } from './decision-dialog.tsx'
import classes from './notification-runs.module.css'

const { channel, ready, handingOver, unknown, refused, pace } = texts

const queueColumns: readonly Column<NotificationQueue>[] = [
  { name: t(channel), kind: 'head', value: (of) => t(channelNames[of.channel]) },
  { name: t(ready), kind: 'figure', value: (of) => <Ready of={of} /> },
  { name: t(handingOver), kind: 'figure', value: (of) => groupThousands(of.handingOver) },
  { name: t(unknown), kind: 'figure', value: (of) => groupThousands(of.unknown) },
  {
    name: t(refused),
    kind: 'figure',
    value: (of) => (
      <>
        {groupThousands(of.refused)}
        {of.refusedFor ? <Note>{t(messageReasonInWords(of.refusedFor))}</Note> : null}
      </>
    ),
  },
  { name: t(pace), kind: 'figure', value: ({ perSecond }) => t('{perSecond} a second', { perSecond }) },
]

function Ready({ of }: { readonly of: NotificationQueue }) {
  const { profile } = usePortalStart()
  return (
    <>
      {groupThousands(of.ready)}
      {of.readySince ? (
        <Note>
          {t('Ready since')} {formatInstant(profile, of.readySince)}
        </Note>
      ) : null}
    </>
  )
}

export function QueueTable({ queue }: { readonly queue: readonly NotificationQueue[] }) {
  const keyOf = (of: NotificationQueue) => of.channel
  return (
    <ListTable look="words" aria-labelledby="notification-queue" columns={queueColumns} rows={queue} keyOf={keyOf} />
  )
}

const tones = {
  FINDING: 'waiting',
  WAITING: 'bad',
  OPEN: 'waiting',
  DROPPED: 'none',
  DONE: 'good',
} as const satisfies Record<RunStateName, ChipTone>

interface RunsTableProps {
  readonly scans: NotificationRuns['scans']
  readonly onAsk: (run: NotificationRun, decision: Decision) => void
}

interface Found {
  readonly scan: NotificationRuns['scans'][number]
  /** Null while nothing was found. */
  readonly run: NotificationRun | null
}

const nameOf = ({ kind }: NotificationRun) => t(notificationTexts.kinds[kind])

/** One row for each kind of message that a scan found, or for the scan that found none. */
export function RunsTable({ scans, onAsk }: RunsTableProps) {
  const rows = scans.flatMap((scan): readonly Found[] =>
    scan.runs.length === 0 ? [{ scan, run: null }] : scan.runs.map((run) => ({ scan, run })),
  )
  const keyOf = ({ scan, run }: Found) => `${scan.id} ${run?.kind ?? ''}`
  return (
    <ListTable
      look="words"
      aria-labelledby="notification-scans"
      columns={runColumns(onAsk)}
      rows={rows}
      keyOf={keyOf}
    />
  )
}

function runColumns(onAsk: RunsTableProps['onAsk']): readonly Column<Found>[] {
  return [
    { name: t('Day'), kind: 'head', value: ({ scan, run }) => <Day date={run?.day ?? scan.day} /> },
    {
      name: t(texts.kind),
      isPlain: ({ run }) => run === null,
      value: ({ scan, run }) => (run ? nameOf(run) : t(scan.doneAt ? 'Nothing new' : 'Still searching')),
    },
    { name: t('State'), isPlain: true, value: ({ run }) => run && <State run={run} onAsk={onAsk} /> },
    { name: t('Found'), kind: 'figure', value: ({ run }) => run && groupThousands(run.found) },
    {
      name: t('Usual number'),
      kind: 'figure',
      value: ({ run }) => run && (run.usual === null ? t('None') : groupThousands(run.usual)),
    },
  ]
}

function State({ run, onAsk }: { readonly run: NotificationRun; readonly onAsk: RunsTableProps['onAsk'] }) {
  return (
    <>
      <Chip tone={tones[run.state]}>{t(runStates[run.state])}</Chip>
      <Decided run={run} />
      {run.state === 'WAITING' ? (
        <div className={classes.actions} data-no-print>
          {(['release', 'drop'] as const).map((decision) => (
            <Button
              key={decision}
              look={decision === 'drop' ? 'danger' : 'secondary'}
              onClick={() => onAsk(run, decision)}
            >
              {t(asks[decision].button)}
              <HiddenText>
                : {nameOf(run)}, {formatDate(run.day)}
              </HiddenText>
            </Button>
          ))}
        </div>
      ) : null}
    </>
  )
}

/** Who decided, or when it leaves by itself. */
function Decided({ run: { state, releaseAt, decided } }: { readonly run: NotificationRun }) {
  const { profile } = usePortalStart()
  if (decided) {
    const values = { name: decided.by, at: formatInstant(profile, decided.at) }
    return <Note>{t(decided.isRelease ? 'Released by {name}, {at}' : 'Dropped by {name}, {at}', values)}</Note>
  }
  if (state !== 'OPEN' || !releaseAt) return null
  return <Note>{t('Leaves {at}', { at: formatInstant(profile, releaseAt) })}</Note>
}

const shown = ['sent', 'delivered', 'undelivered', 'unknown', 'waiting', 'dropped'] as const

const totalColumns: readonly Column<NotificationTotal>[] = [
  { name: t('Day'), kind: 'head', value: ({ day }) => <Day date={day} /> },
  {
    name: t(texts.kind),
    value: (total) => (
      <>
        {t(notificationTexts.kinds[total.kind])}
        <Note>{t(channelNames[total.channel])}</Note>
      </>
    ),
  },
  ...shown.map((result): Column<NotificationTotal> => {
    return {
      name: t(totalResults[result]),
      kind: 'figure',
      value: ({ counts }) => <Count counts={counts.filter((each) => each.result === result)} />,
    }
  }),
]

/** How many in all, and why. */
function Count({ counts }: Pick<NotificationTotal, 'counts'>) {
  return (
    <>
      {groupThousands(counts.reduce((sum, { count }) => sum + count, 0))}
      {counts.map(({ reason, count }) =>
        reason ? (
          <Note key={reason}>
            {groupThousands(count)}: {t(messageReasonInWords(reason))}
          </Note>
        ) : null,
      )}
    </>
  )
}

export function TotalsTable({ totals }: { readonly totals: readonly NotificationTotal[] }) {
  const keyOf = ({ day, kind, channel: by }: NotificationTotal) => `${day} ${kind} ${by}`
  return (
    <ListTable look="words" aria-labelledby="notification-totals" columns={totalColumns} rows={totals} keyOf={keyOf} />
  )
}
