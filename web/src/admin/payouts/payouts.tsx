import { reportPartNames } from '@portal/contract/admin-levels'
import {
  type ListedPayout,
  type PayoutStatus,
  exportPayouts,
  listPayouts,
  payoutColumns,
  payoutStatuses,
  payoutsTexts,
} from '@portal/contract/payouts'
import type { PortalStart } from '@portal/contract/utility'
import { getRouteApi, Link } from '@tanstack/react-router'
import { addressOf } from '#api/call-address.ts'
import { usePortalStart } from '#api/portal-start.tsx'
import { send } from '#api/send.ts'
import { paths } from '#paths.ts'
import { Chip, type ChipTone } from '#ui/text/chip.tsx'
import { plural, t } from '#ui/text/t.ts'
import { ListScreen, Rows, usePages } from '../lists/list-screen.tsx'
import { type Column, ListTable, Note } from '../lists/list-table.tsx'
import { dollarsOf } from '../payments/payment-parts.tsx'
import { Day } from '../view-parts/times.tsx'
import { OnePayout, partsOf } from './one-payout.tsx'

const route = getRouteApi(paths.adminDashboard)

/** What the gateway paid to the bank: the list, or the payout in the address. */
export function Payouts() {
  const { payout } = route.useSearch()
  const id = Number(payout ?? 0)
  return Number.isSafeInteger(id) && id > 0 ? <OnePayout key={id} id={id} /> : <PayoutList />
}

/** Newest first: of what, and less what. */
function PayoutList() {
  const start = usePortalStart()
  const payouts = usePages({
    queryKey: ['payouts'],
    read: async (before: number | undefined, signal) => await send(listPayouts, { query: { before }, signal }),
    rowsOf: (page) => page.payouts,
    lastOf: ({ id }) => id,
  })
  return (
    <ListScreen id="payouts" title={t(reportPartNames.payouts)} lead={t(payoutsTexts.lead)}>
      <Rows
        of={payouts}
        loading={t('Loading payouts')}
        empty={t('No payouts yet.')}
        counted={(count) => plural(count, '1 payout', '{count} payouts')}
        more={t('Show more')}
        file={{ address: addressOf(exportPayouts), label: t(payoutsTexts.exportCsv) }}
      >
        {(rows) => (
          <ListTable
            look="figures"
            aria-labelledby="payouts"
            columns={columnsOf(start)}
            rows={rows}
            keyOf={({ id }) => id}
          />
        )}
      </Rows>
    </ListScreen>
  )
}

const tones = {
  pending: 'waiting',
  paid: 'good',
  failed: 'bad',
  canceled: 'none',
  unknown: 'waiting',
} as const satisfies Record<PayoutStatus, ChipTone>

const columnsOf = (start: PortalStart): readonly Column<ListedPayout>[] => [
  { name: t(payoutColumns.arrivesOn), kind: 'head', value: ({ arrivesOn }) => <Day date={arrivesOn} /> },
  {
    name: t(payoutColumns.payoutId),
    isLong: true,
    value: ({ id, payoutId }) => (
      <Link to={paths.adminDashboard} search={{ view: 'reports', part: 'payouts', payout: id }}>
        {payoutId}
      </Link>
    ),
  },
  {
    name: t(payoutColumns.status),
    isPlain: true,
    value: ({ status, parts: of }) => (
      <>
        <Chip tone={tones[status]}>{t(payoutStatuses[status])}</Chip>
        <Note>{of ? plural(of.charges, '1 charge', '{count} charges') : t('Not itemized yet')}</Note>
      </>
    ),
  },
  ...partsOf(start).map((part): Column<ListedPayout> => {
    return { name: t(payoutColumns[part]), kind: 'figure', value: (payout) => dollarsOf(payout.parts?.[part] ?? null) }
  }),
  { name: t(payoutColumns.amount), kind: 'amount', value: ({ amount }) => dollarsOf(amount) },
]
