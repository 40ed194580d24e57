import { reportPartNames } from '@portal/contract/admin-levels'
import {
  type ListedPayout,
  type PayoutItem,
  payoutColumns,
  payoutItemKinds,
  payoutStatuses,
  payoutsTexts,
  readPayout,
} from '@portal/contract/payouts'
import type { PortalStart } from '@portal/contract/utility'
import { Link } from '@tanstack/react-router'
import { usePortalStart } from '#api/portal-start.tsx'
import { send } from '#api/send.ts'
import { paths } from '#paths.ts'
import { DescriptionList } from '#ui/text/description-list.tsx'
import { formatDate } from '#ui/text/format.ts'
import { plural, t } from '#ui/text/t.ts'
import { ListScreen, Rows, usePages } from '../lists/list-screen.tsx'
import { type Column, ListTable } from '../lists/list-table.tsx'
import { exceptionSearch } from '../payments/exception-count.tsx'
import { dollarsOf } from '../payments/payment-parts.tsx'
import classes from '../lists/console-list.module.css'

/** One payout: its sums, and each item with the payment that it is about. */
export function OnePayout({ id }: { readonly id: number }) {
  const items = usePages({
    queryKey: ['payout', id],
    read: async (after: number | undefined, signal) =>
      await send(readPayout, { params: { id: String(id) }, query: { after }, signal }),
    rowsOf: (page) => page.items,
    lastOf: (item) => item.id,
  })
  const payout = items.list.data?.pages[0]?.payout
  return (
    <ListScreen
      id="payout"
      title={payout ? t('Payout {id}', { id: payout.payoutId }) : t(reportPartNames.payouts)}
      back={{ label: t(payoutsTexts.back), search: { view: 'reports', part: 'payouts' } }}
    >
      {payout ? <Sums payout={payout} /> : null}
      {payout ? <h3 id="payout-items">{t(payoutsTexts.items)}</h3> : null}
      <Rows
        of={items}
        loading={t('Loading the payout')}
        empty={t('The gateway has not itemized this payout yet.')}
        counted={(count) => plural(count, '1 item', '{count} items')}
        more={t('Show more')}
      >
        {(rows) => (
          <ListTable
            look="figures"
            aria-labelledby="payout-items"
            columns={columns}
            rows={rows}
            keyOf={(item) => item.id}
          />
        )}
      </Rows>
    </ListScreen>
  )
}

/** The sums of a payout; returns where bank accounts pay. */
export function partsOf({ profile }: Pick<PortalStart, 'profile'>) {
  const all = ['gross', 'fees', 'refunds', 'disputes', 'returns', 'other'] as const
  return all.filter((part) => part !== 'returns' || profile.bankPayments !== null)
}

function Sums({ payout }: { readonly payout: ListedPayout }) {
  const { arrivesOn, status, amount, parts } = payout
  const sums = partsOf(usePortalStart())
  return (
    <div className={classes.facts}>
      <DescriptionList
        items={[
          { term: t(payoutColumns.arrivesOn), value: formatDate(arrivesOn) },
          { term: t(payoutColumns.status), value: t(payoutStatuses[status]) },
          ...(parts ? sums.map((part) => ({ term: t(payoutColumns[part]), value: dollarsOf(parts[part]) })) : []),
          { term: t(payoutColumns.amount), value: <strong>{dollarsOf(amount)}</strong> },
        ]}
      />
    </div>
  )
}

/** A charge or refund that the portal does not have is a discrepancy, too. */
function PaymentOf({ item: { kind, payment } }: { readonly item: PayoutItem }) {
  if (payment) {
    return (
      <Link to={paths.adminDashboard} search={exceptionSearch(payment.id)}>
        {payment.receipt}
      </Link>
    )
  }
  return kind === 'charge' || kind === 'refund' || kind === 'return' ? t('Not in portal') : null
}

const columns: readonly Column<PayoutItem>[] = [
  { name: t('Item'), kind: 'head', isLong: true, value: ({ itemId }) => itemId },
  { name: t('Kind'), value: ({ kind }) => t(payoutItemKinds[kind]) },
  { name: t(payoutsTexts.payment), isLong: true, value: (item) => <PaymentOf item={item} /> },
  { name: t(payoutColumns.gross), kind: 'figure', value: ({ amount }) => dollarsOf(amount) },
  { name: t('Fee'), kind: 'figure', value: ({ fee }) => dollarsOf(fee) },
  { name: t('Net'), kind: 'amount', value: ({ net }) => dollarsOf(net) },
]
