import { reportPartNames } from '@portal/contract/admin-levels'
import {
  type ReturnKind,
  type ReturnRates,
  fewestReturns,
  readReturnRates,
  returnKinds,
  returnRateDays,
  returnRatesTexts,
  returnStandings,
  standingOf,
} from '@portal/contract/return-rates'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { send } from '#api/send.ts'
import { paths } from '#paths.ts'
import { Chip } from '#ui/text/chip.tsx'
import { formatDate, groupThousands } from '#ui/text/format.ts'
import { Notice } from '#ui/text/notice.tsx'
import { plural, t } from '#ui/text/t.ts'
import { Found, ListScreen } from '../lists/list-screen.tsx'
import { type Column, ListTable } from '../lists/list-table.tsx'
import classes from '../lists/console-list.module.css'

/** How many bank payments came back, beside what the network of the banks allows. */
export function ReturnRatesView() {
  const found = useQuery({
    queryKey: ['return-rates'],
    queryFn: async ({ signal }) => await send(readReturnRates, { signal }),
  })
  return (
    <ListScreen
      id="return-rates"
      title={t(reportPartNames.returnRates)}
      lead={t(returnRatesTexts.lead, { days: returnRateDays })}
    >
      <Found query={found} loading={t('Loading bank returns')} rows={3}>
        {(rates) => <Rates rates={rates} />}
      </Found>
    </ListScreen>
  )
}

interface Rate {
  readonly kind: ReturnKind
  readonly returns: number
  readonly debits: number
}

function Rates({ rates: { since, debits, returns } }: { readonly rates: ReturnRates }) {
  if (debits === 0) return <p className={classes.lead}>{t(returnRatesTexts.none, { days: returnRateDays })}</p>
  const rows = (['unauthorized', 'administrative', 'all'] as const).map((kind) => ({
    kind,
    returns: returns[kind],
    debits,
  }))
  const counted = { count: groupThousands(debits), since: formatDate(since) }
  return (
    <>
      {rows
        .filter((row) => standingOf(row.kind, row) === 'high')
        .map(({ kind }) => (
          <Notice key={kind} tone="warning" title={t(returnKinds[kind].name)}>
            <p>{t(returnRatesTexts.alarmed)}</p>
          </Notice>
        ))}
      <p>{t('Bank payments sent since {since}: {count}.', counted)}</p>
      <ListTable
        look="figures"
        aria-labelledby="return-rates"
        columns={columns}
        rows={rows}
        keyOf={({ kind }) => kind}
      />
      <p className={classes.lead}>
        {t(returnRatesTexts.fewReturns, { fewest: fewestReturns })}{' '}
        <Link to={paths.adminDashboard} search={{ view: 'reports', method: 'Bank account' }}>
          {t('All bank payments')}
        </Link>
      </p>
    </>
  )
}

/** In hundredths of a percent. */
function percent(hundredths: number): string {
  return `${(hundredths / 100).toFixed(2)}%`
}

const tones = { low: 'good', few: 'none', high: 'bad' } as const

const columns: readonly Column<Rate>[] = [
  {
    name: t('Kind'),
    kind: 'head',
    value: ({ kind }) => {
      const { name, codes } = returnKinds[kind]
      return codes.length === 0 ? t(name) : `${t(name)} (${codes.join(', ')})`
    },
  },
  {
    name: t('Status'),
    isPlain: true,
    value: (row) => {
      const standing = standingOf(row.kind, row)
      return <Chip tone={tones[standing]}>{t(returnStandings[standing])}</Chip>
    },
  },
  { name: t('Returns'), kind: 'figure', value: ({ returns }) => plural(returns, '1 return', '{count} returns') },
  { name: t('Limit'), kind: 'figure', value: ({ kind }) => percent(returnKinds[kind].limit) },
  { name: t('Rate'), kind: 'amount', value: ({ returns, debits }) => percent((returns * 10_000) / debits) },
]
