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
import type { ReactNode } from 'react'
import { usePortalStart } from '#api/portal-start.tsx'
import { Button } from '#ui/button/button.tsx'
import { CardFrame, Cell, ColumnHead, RowHead, Table, TableBody, TableHead, TableRow } from '#ui/table/table.tsx'
import { Chip, type ChipTone } from '#ui/text/chip.tsx'
import { formatDate, groupThousands } from '#ui/text/format.ts'
import { HiddenText } from '#ui/text/hidden-text.tsx'
import { t } from '#ui/text/t.ts'
import type { Decision } from './decision-dialog.tsx'
import box from '#ui/page/card.module.css'
import classes from './notification-runs.module.css'

interface TableFrameProps {
  readonly labelledBy: string
  readonly columns: readonly string[]
  /** The columns from this one on are numbers. */
  readonly figuresFrom?: number
  readonly children: ReactNode
}

function TableFrame({ labelledBy, columns, figuresFrom = columns.length, children }: TableFrameProps) {
  return (
    <CardFrame data-lines className={`${box.card} ${classes.frame}`}>
      <Table className={classes.table} aria-labelledby={labelledBy}>
        <TableHead>
          {columns.map((name, index) => (
            <ColumnHead key={name} className={index >= figuresFrom ? classes.figure : undefined}>
              {t(name)}
            </ColumnHead>
          ))}
        </TableHead>
        <TableBody>{children}</TableBody>
      </Table>
    </CardFrame>
  )
}

function Figure({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <Cell label={t(label)} className={classes.figure}>
      {children}
    </Cell>
  )
}

export function QueueTable({ queue }: { readonly queue: readonly NotificationQueue[] }) {
  const { profile } = usePortalStart()
  const { channel, ready, handingOver, unknown, refused, pace } = texts
  return (
    <TableFrame
      labelledBy="notification-queue"
      columns={[channel, ready, handingOver, unknown, refused, pace]}
      figuresFrom={1}
    >
      {queue.map((of) => (
        <TableRow key={of.channel}>
          <RowHead>{t(channelNames[of.channel])}</RowHead>
          <Figure label={ready}>
            {groupThousands(of.ready)}
            {of.readySince ? (
              <span className={classes.note}>
                {t(texts.oldest)} {formatInstant(profile, of.readySince)}
              </span>
            ) : null}
          </Figure>
          <Figure label={handingOver}>{groupThousands(of.handingOver)}</Figure>
          <Figure label={unknown}>{groupThousands(of.unknown)}</Figure>
          <Figure label={refused}>
            {groupThousands(of.refused)}
            {of.refusedFor ? <span className={classes.note}>{t(messageReasonInWords(of.refusedFor))}</span> : null}
          </Figure>
          <Figure label={pace}>{t(texts.perSecond, { perSecond: of.perSecond })}</Figure>
        </TableRow>
      ))}
    </TableFrame>
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

export function RunsTable({ scans, onAsk }: RunsTableProps) {
  return (
    <TableFrame
      labelledBy="notification-scans"
      columns={[texts.day, texts.kind, texts.state, texts.found, texts.usual]}
      figuresFrom={3}
    >
      {scans.map(({ id, day, doneAt, runs }) =>
        runs.length === 0 ? (
          <TableRow key={id}>
            <RowHead>
              <time dateTime={day}>{formatDate(day)}</time>
            </RowHead>
            <Cell>{t(doneAt ? texts.nothingFound : texts.searching)}</Cell>
            <Cell />
            <Cell />
            <Cell />
          </TableRow>
        ) : (
          runs.map((run) => <RunRow key={`${id} ${run.kind}`} run={run} onAsk={onAsk} />)
        ),
      )}
    </TableFrame>
  )
}

function RunRow({ run, onAsk }: { readonly run: NotificationRun; readonly onAsk: RunsTableProps['onAsk'] }) {
  const { day, kind, state, found, usual } = run
  const name = t(notificationTexts.news[kind])
  return (
    <TableRow>
      <RowHead>
        <time dateTime={day}>{formatDate(day)}</time>
      </RowHead>
      <Cell label={t(texts.kind)}>{name}</Cell>
      <Cell>
        <Chip tone={tones[state]}>{t(runStates[state])}</Chip>
        <Decided run={run} />
        {state === 'WAITING' ? (
          <div className={classes.actions} data-no-print>
            {(['release', 'drop'] as const).map((decision) => (
              <Button
                key={decision}
                look={decision === 'drop' ? 'danger' : 'secondary'}
                onClick={() => onAsk(run, decision)}
              >
                {t(texts[decision])}
                <HiddenText>
                  : {name}, {formatDate(day)}
                </HiddenText>
              </Button>
            ))}
          </div>
        ) : null}
      </Cell>
      <Figure label={texts.found}>{groupThousands(found)}</Figure>
      <Figure label={texts.usual}>{usual === null ? t(texts.none) : groupThousands(usual)}</Figure>
    </TableRow>
  )
}

/** Who decided, or when it leaves by itself. */
function Decided({ run: { state, releaseAt, decided } }: { readonly run: NotificationRun }) {
  const { profile } = usePortalStart()
  if (decided) {
    const values = { name: decided.by, at: formatInstant(profile, decided.at) }
    return <span className={classes.note}>{t(decided.isRelease ? texts.releasedBy : texts.droppedBy, values)}</span>
  }
  if (state !== 'OPEN' || !releaseAt) return null
  return <span className={classes.note}>{t(texts.leavesAt, { at: formatInstant(profile, releaseAt) })}</span>
}

const shown = ['sent', 'delivered', 'undelivered', 'unknown', 'waiting', 'dropped'] as const

export function TotalsTable({ totals }: { readonly totals: readonly NotificationTotal[] }) {
  return (
    <TableFrame
      labelledBy="notification-totals"
      columns={[texts.day, texts.kind, ...shown.map((result) => totalResults[result])]}
      figuresFrom={2}
    >
      {totals.map(({ day, kind, channel, counts }) => (
        <TableRow key={`${day} ${kind} ${channel}`}>
          <RowHead>
            <time dateTime={day}>{formatDate(day)}</time>
          </RowHead>
          <Cell label={t(texts.kind)}>
            {t(notificationTexts.news[kind])}
            <span className={classes.note}>{t(channelNames[channel])}</span>
          </Cell>
          {shown.map((result) => {
            const of = counts.filter((each) => each.result === result)
            return (
              <Figure key={result} label={totalResults[result]}>
                {groupThousands(of.reduce((sum, { count }) => sum + count, 0))}
                {of.map(({ reason, count }) =>
                  reason ? (
                    <span key={reason} className={classes.note}>
                      {groupThousands(count)}: {t(messageReasonInWords(reason))}
                    </span>
                  ) : null,
                )}
              </Figure>
            )
          })}
        </TableRow>
      ))}
    </TableFrame>
  )
}
