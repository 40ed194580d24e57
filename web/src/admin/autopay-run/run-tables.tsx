import { reasonInWords } from '@portal/contract/autopay-reasons'
import {
  type AutopayRun,
  type SumToCome,
  autopayRunTexts,
  dueDays,
  plannedStateNames,
} from '@portal/contract/autopay-run'
import { staffStatuses } from '@portal/contract/reports'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { paths } from '#paths.ts'
import { CardFrame, Cell, ColumnHead, RowHead, Table, TableBody, TableHead, TableRow } from '#ui/table/table.tsx'
import { formatDate, groupThousands } from '#ui/text/format.ts'
import { HiddenText } from '#ui/text/hidden-text.tsx'
import { t } from '#ui/text/t.ts'
import { dollarsOf } from '../payments/payment-parts.tsx'
import outlined from '#ui/button/outlined-button.module.css'
import box from '#ui/page/card.module.css'
import classes from './autopay-run.module.css'

interface TableFrameProps {
  readonly labelledBy: string
  /** Before Charges and Amount. */
  readonly columns: readonly string[]
  /** After them. */
  readonly more?: ReactNode
  readonly children: ReactNode
}

function TableFrame({ labelledBy, columns, more, children }: TableFrameProps) {
  return (
    <CardFrame data-lines className={`${box.card} ${classes.frame}`}>
      <Table className={classes.table} aria-labelledby={labelledBy}>
        <TableHead>
          {columns.map((name) => (
            <ColumnHead key={name}>{name}</ColumnHead>
          ))}
          <ColumnHead className={classes.figure}>{t('Charges')}</ColumnHead>
          <ColumnHead data-amount>{t('Amount')}</ColumnHead>
          {more}
        </TableHead>
        <TableBody>{children}</TableBody>
      </Table>
    </CardFrame>
  )
}

interface FiguresProps {
  readonly charges: number
  readonly amount: string
  /** In place of the amount. */
  readonly children?: ReactNode
}

function Figures({ charges, amount, children }: FiguresProps) {
  return (
    <>
      <Cell label={t('Charges')} className={classes.figure}>
        {groupThousands(charges)}
      </Cell>
      <Cell data-amount>{children ?? dollarsOf(amount)}</Cell>
    </>
  )
}

/** What charges to come will take, how sure that is, and for how many it is not known. */
function FiguresToCome({ sum }: { readonly sum: SumToCome }) {
  const { charges, amount, unpriced, estimated, skipped } = sum
  const { about, ...texts } = autopayRunTexts
  const notes = [
    ...(estimated > 0 ? [t(texts.estimated, { count: groupThousands(estimated) })] : []),
    ...(unpriced > 0 ? [t(texts.unpriced, { count: groupThousands(unpriced) })] : []),
    ...(skipped > 0 ? [t(texts.skipped, { count: groupThousands(skipped) })] : []),
  ]
  const isKnown = unpriced + skipped < charges
  return (
    <Figures charges={charges} amount={amount}>
      {isKnown && estimated > 0 ? t(about, { amount: dollarsOf(amount) }) : null}
      {isKnown && estimated === 0 ? dollarsOf(amount) : null}
      {notes.map((note) => (
        <span key={note} className={classes.note}>
          {note}
        </span>
      ))}
    </Figures>
  )
}

export function DueTable({ due }: Pick<AutopayRun, 'due'>) {
  return (
    <TableFrame labelledBy="autopay-due" columns={[t('Day'), t('State')]}>
      {due.map(({ day, date, state, ...sum }) => (
        <TableRow key={`${day} ${state}`}>
          <RowHead>
            {t(dueDays[day])}
            {day === 'earlier' ? null : <span className={classes.note}>{formatDate(date)}</span>}
          </RowHead>
          <Cell>{t(plannedStateNames[state])}</Cell>
          <FiguresToCome sum={sum} />
        </TableRow>
      ))}
    </TableFrame>
  )
}

export function HeldTable({ held }: Pick<AutopayRun, 'held'>) {
  return (
    <TableFrame
      labelledBy="autopay-held"
      columns={[t('Reason'), t('Oldest due date')]}
      more={
        <ColumnHead>
          <HiddenText>{t('Actions')}</HiddenText>
        </ColumnHead>
      }
    >
      {held.map(({ reason, oldestDue, ...sum }) => {
        const { name, meaning } = reasonInWords(reason)
        return (
          <TableRow key={reason}>
            <RowHead>
              {t(name)}
              {meaning ? <span className={classes.note}>{t(meaning)}</span> : null}
            </RowHead>
            <Cell label={t('Oldest due date')}>
              <time dateTime={oldestDue}>{formatDate(oldestDue)}</time>
            </Cell>
            <FiguresToCome sum={sum} />
            <Cell>
              <Link
                to={paths.adminDashboard}
                search={{ view: 'reports', part: 'autopay', held: reason }}
                className={outlined.button}
              >
                {t(autopayRunTexts.show)}
                <HiddenText>: {t(name)}</HiddenText>
              </Link>
            </Cell>
          </TableRow>
        )
      })}
    </TableFrame>
  )
}

export function ResultsTable({ results }: Pick<NonNullable<AutopayRun['last']>, 'results'>) {
  return (
    <TableFrame labelledBy="autopay-last" columns={[t('Status')]}>
      {results.map(({ status, ...sum }) => (
        <TableRow key={status}>
          <RowHead>{t(staffStatuses[status])}</RowHead>
          <Figures {...sum} />
        </TableRow>
      ))}
    </TableFrame>
  )
}
