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
import { paths } from '#paths.ts'
import { formatDate, groupThousands } from '#ui/text/format.ts'
import { HiddenText } from '#ui/text/hidden-text.tsx'
import { t } from '#ui/text/t.ts'
import { type Column, ListTable, Note } from '../lists/list-table.tsx'
import { dollarsOf } from '../payments/payment-parts.tsx'
import { Day } from '../view-parts/times.tsx'
import outlined from '#ui/button/outlined-button.module.css'

type Due = AutopayRun['due'][number]
type Held = AutopayRun['held'][number]
type Result = NonNullable<AutopayRun['last']>['results'][number]

const charges = {
  name: t('Charges'),
  kind: 'figure',
  value: (sum: { readonly charges: number }) => groupThousands(sum.charges),
} as const
const toCome = { name: t('Amount'), kind: 'amount', value: (sum: SumToCome) => <AmountToCome sum={sum} /> } as const

/** What charges to come will take, how sure that is, and for how many it is not known. */
function AmountToCome({ sum }: { readonly sum: SumToCome }) {
  const { charges: count, amount, unpriced, estimated, skipped } = sum
  const notes = [
    ...(estimated > 0 ? [t('{count} by what is owed now', { count: groupThousands(estimated) })] : []),
    ...(unpriced > 0 ? [t('{count} without an amount yet', { count: groupThousands(unpriced) })] : []),
    ...(skipped > 0 ? [t('{count} will not be charged', { count: groupThousands(skipped) })] : []),
  ]
  const isKnown = unpriced + skipped < count
  return (
    <>
      {isKnown && estimated > 0 ? t('about {amount}', { amount: dollarsOf(amount) }) : null}
      {isKnown && estimated === 0 ? dollarsOf(amount) : null}
      {notes.map((note) => (
        <Note key={note}>{note}</Note>
      ))}
    </>
  )
}

const dueColumns: readonly Column<Due>[] = [
  {
    name: t('Day'),
    kind: 'head',
    value: ({ day, date }) => (
      <>
        {t(dueDays[day])}
        {day === 'earlier' ? null : <Note>{formatDate(date)}</Note>}
      </>
    ),
  },
  { name: t('State'), isPlain: true, value: ({ state }) => t(plannedStateNames[state]) },
  charges,
  toCome,
]

export function DueTable({ due }: Pick<AutopayRun, 'due'>) {
  const keyOf = ({ day, state }: Due) => `${day} ${state}`
  return <ListTable look="short" aria-labelledby="autopay-due" columns={dueColumns} rows={due} keyOf={keyOf} />
}

const heldColumns: readonly Column<Held>[] = [
  {
    name: t('Reason'),
    kind: 'head',
    value: ({ reason }) => {
      const { name, meaning } = reasonInWords(reason)
      return (
        <>
          {t(name)}
          {meaning ? <Note>{t(meaning)}</Note> : null}
        </>
      )
    },
  },
  { name: t('Oldest due date'), value: ({ oldestDue }) => <Day date={oldestDue} /> },
  charges,
  toCome,
  {
    name: t('Actions'),
    kind: 'actions',
    value: ({ reason }) => (
      <Link
        to={paths.adminDashboard}
        search={{ view: 'reports', part: 'autopay', held: reason }}
        className={outlined.button}
      >
        {t(autopayRunTexts.show)}
        <HiddenText>: {t(reasonInWords(reason).name)}</HiddenText>
      </Link>
    ),
  },
]

export function HeldTable({ held }: Pick<AutopayRun, 'held'>) {
  const keyOf = ({ reason }: Held) => reason
  return <ListTable look="short" aria-labelledby="autopay-held" columns={heldColumns} rows={held} keyOf={keyOf} />
}

const resultColumns: readonly Column<Result>[] = [
  { name: t('Status'), kind: 'head', value: ({ status }) => t(staffStatuses[status]) },
  charges,
  { name: t('Amount'), kind: 'amount', value: ({ amount }) => dollarsOf(amount) },
]

export function ResultsTable({ results }: { readonly results: readonly Result[] }) {
  const keyOf = ({ status }: Result) => status
  return <ListTable look="short" aria-labelledby="autopay-last" columns={resultColumns} rows={results} keyOf={keyOf} />
}
