import { partsOfData } from '@portal/contract/billing-data'
import type { ImportSummary } from '@portal/contract/imports'
import { groupThousands } from '#ui/text/format.ts'
import { t } from '#ui/text/t.ts'
import { ListPart } from '../lists/list-screen.tsx'
import { type Column, ListTable } from '../lists/list-table.tsx'
import { dollarsOf } from '../payments/payment-parts.tsx'
import { type DryRunProps, GoLive } from './go-live.tsx'
import box from '#ui/page/card.module.css'
import list from '../lists/console-list.module.css'
import classes from './imports.module.css'

/** What a dry run found, and the way to go live. */
export function DryRun({ id, summary, children }: DryRunProps) {
  const { missing, leftOut } = summary
  return (
    <>
      <ListPart id="import-totals" title={t('Totals')}>
        <ListTable
          look="figures"
          aria-labelledby="import-totals"
          columns={totalColumns}
          rows={totalsOf(summary)}
          keyOf={({ name }) => name}
        />
      </ListPart>
      <GoLive id={id} summary={summary}>
        {children}
      </GoLive>
      <ListPart id="import-changes" title={t('What changes')}>
        <Changes summary={summary} />
      </ListPart>
      {leftOut > 0 ? <Faults summary={summary} /> : null}
      <ListPart
        id="import-missing"
        title={t('Pages that will not appear')}
        empty={missing.length === 0 && t('Nothing is missing.')}
      >
        <ul className={`${box.card} ${classes.lines}`}>
          {missing.map((part) => (
            <li key={part}>{t(partsOfData[part].without)}</li>
          ))}
        </ul>
      </ListPart>
      <ListPart
        id="import-largest"
        title={t('Largest changes')}
        empty={summary.largest.length === 0 && t('No balance changes.')}
      >
        <ListTable
          look="figures"
          aria-labelledby="import-largest"
          columns={changeColumns}
          rows={summary.largest}
          keyOf={({ account }) => account}
        />
      </ListPart>
    </>
  )
}

interface TotalLine {
  name: string
  live: string
  next: string
}

function totalsOf({ live, next }: ImportSummary): TotalLine[] {
  return [
    { name: t('Accounts'), live: groupThousands(live.accounts), next: groupThousands(next.accounts) },
    { name: t('Total of balances'), live: dollarsOf(live.total), next: dollarsOf(next.total) },
    { name: t('Credits, part of the total'), live: dollarsOf(live.credits), next: dollarsOf(next.credits) },
  ]
}

const totalColumns: readonly Column<TotalLine>[] = [
  { name: t('Total'), kind: 'head', value: ({ name }) => name },
  { name: t('Live now'), kind: 'figure', value: ({ live }) => live },
  { name: t('In these files'), kind: 'figure', value: ({ next }) => next },
]

function Changes({ summary }: Pick<DryRunProps, 'summary'>) {
  const { rows, leftOut, changed, closed, newHolders } = summary
  const figures = [
    [t('Lines read'), rows],
    [t('Left out'), leftOut],
    [t('New accounts'), summary.new],
    [t('No longer in the files'), closed],
    [t('New holders'), newHolders],
    [t('Other balances'), changed],
  ] as const
  return (
    <div className={box.card}>
      <dl className={classes.figures}>
        {figures.map(([name, count]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{groupThousands(count)}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

function Faults({ summary: { faults, leftOut } }: Pick<DryRunProps, 'summary'>) {
  return (
    <ListPart id="import-faults" title={t('Faults by line')}>
      <ul className={`${box.card} ${classes.lines}`}>
        {faults.map(({ file, line, reason }) => (
          <li key={`${file} ${line} ${reason}`}>
            <strong>{line === null ? file : t('{file}, line {line}', { file, line: groupThousands(line) })}</strong>
            {': '}
            {reason}
          </li>
        ))}
      </ul>
      {leftOut > faults.length ? (
        <p className={list.muted}>{t('{count} in all are left out.', { count: groupThousands(leftOut) })}</p>
      ) : null}
    </ListPart>
  )
}

const changeColumns: readonly Column<ImportSummary['largest'][number]>[] = [
  { name: t('Account'), kind: 'head', value: ({ account }) => account },
  { name: t('Holder'), value: ({ name }) => name },
  { name: t('Live now'), kind: 'amount', value: ({ live }) => dollarsOf(live) },
  { name: t('In these files'), kind: 'amount', value: ({ next }) => dollarsOf(next) },
  { name: t('Change'), kind: 'amount', value: ({ change }) => dollarsOf(change) },
]
