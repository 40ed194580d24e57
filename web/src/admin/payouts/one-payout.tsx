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
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { send } from '#api/send.ts'
import { paths } from '#paths.ts'
import { ButtonLink } from '#ui/button/button.tsx'
import { BackIcon } from '#ui/icons.tsx'
import { CardFrame, Cell, ColumnHead, RowHead, Table, TableBody, TableHead, TableRow } from '#ui/table/table.tsx'
import { DescriptionList } from '#ui/text/description-list.tsx'
import { formatDate } from '#ui/text/format.ts'
import { plural, t } from '#ui/text/t.ts'
import { Loading } from '#ui/waiting/loading.tsx'
import { exceptionSearch } from '../payments/exception-count.tsx'
import { dollarsOf } from '../payments/payment-parts.tsx'
import { ShowMore } from '../view-parts/show-more.tsx'
import { Retry } from '../view-parts/view-frame.tsx'
import box from '#ui/page/card.module.css'
import classes from './payouts.module.css'

/** One payout: its sums, and each item with the payment that it is about. */
export function OnePayout({ id }: { readonly id: number }) {
  const list = useInfiniteQuery({
    queryKey: ['payout', id],
    initialPageParam: null,
    queryFn: async ({ pageParam, signal }: { pageParam: number | null; signal: AbortSignal }) =>
      await send(readPayout, {
        params: { id: String(id) },
        query: pageParam === null ? {} : { after: pageParam },
        signal,
      }),
    getNextPageParam: ({ items, hasMore }) => (hasMore ? (items.at(-1)?.id ?? null) : null),
  })
  const payout = list.data?.pages[0]?.payout
  const items = list.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <section className={classes.view} aria-labelledby="payout">
      <div data-no-print>
        <ButtonLink
          look="quiet"
          icon={<BackIcon />}
          to={paths.adminDashboard}
          search={{ view: 'reports', part: 'payouts' }}
        >
          {t(payoutsTexts.back)}
        </ButtonLink>
      </div>
      <h2 id="payout" className={classes.id}>
        {payout ? t('Payout {id}', { id: payout.payoutId }) : t(reportPartNames.payouts)}
      </h2>
      {list.isError ? <Retry error={list.error} onTryAgain={list.refetch} /> : null}
      {list.isPending ? <Loading what={t('Loading the payout')} /> : null}
      {payout ? <Sums payout={payout} /> : null}
      {payout ? <h3 id="payout-items">{t(payoutsTexts.items)}</h3> : null}
      {list.isSuccess && items.length === 0 ? <p className={classes.lead}>{t(payoutsTexts.noItems)}</p> : null}
      {items.length > 0 ? <Items items={items} /> : null}
      <ShowMore
        list={list}
        rows={items.length}
        counted={(count) => plural(count, '1 item', '{count} items')}
        label={t(payoutsTexts.more)}
      />
    </section>
  )
}

const sums = ['gross', 'fees', 'refunds', 'disputes', 'other'] as const

function Sums({ payout }: { readonly payout: ListedPayout }) {
  const { arrivesOn, status, amount, parts } = payout
  return (
    <div className={classes.sums}>
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

function Items({ items }: { readonly items: readonly PayoutItem[] }) {
  const figures = ['amount', 'fee'] as const
  const names = { amount: t(payoutColumns.gross), fee: t(payoutsTexts.fee) }
  return (
    <CardFrame data-lines className={`${box.card} ${classes.frame}`}>
      <Table className={classes.table} aria-labelledby="payout-items">
        <TableHead>
          <ColumnHead>{t(payoutsTexts.item)}</ColumnHead>
          <ColumnHead>{t(payoutsTexts.kind)}</ColumnHead>
          <ColumnHead>{t(payoutsTexts.payment)}</ColumnHead>
          {figures.map((figure) => (
            <ColumnHead key={figure} className={classes.figure}>
              {names[figure]}
            </ColumnHead>
          ))}
          <ColumnHead data-amount>{t(payoutsTexts.net)}</ColumnHead>
        </TableHead>
        <TableBody>
          {items.map((item) => (
            <TableRow key={item.id}>
              <RowHead className={classes.id}>{item.itemId}</RowHead>
              <Cell label={t(payoutsTexts.kind)}>{t(payoutItemKinds[item.kind])}</Cell>
              <Cell label={t(payoutsTexts.payment)} className={classes.id}>
                <PaymentOf item={item} />
              </Cell>
              {figures.map((figure) => (
                <Cell key={figure} label={names[figure]} className={classes.figure}>
                  {dollarsOf(item[figure])}
                </Cell>
              ))}
              <Cell data-amount>{dollarsOf(item.net)}</Cell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </CardFrame>
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
  return kind === 'charge' || kind === 'refund' ? t(payoutsTexts.notOurs) : null
}
