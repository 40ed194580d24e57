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
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { addressOf } from '#api/call-address.ts'
import { send } from '#api/send.ts'
import { paths } from '#paths.ts'
import { AnchorButton } from '#ui/button/button.tsx'
import { DownloadIcon } from '#ui/icons.tsx'
import { CardFrame, Cell, ColumnHead, RowHead, Table, TableBody, TableHead, TableRow } from '#ui/table/table.tsx'
import { Chip, type ChipTone } from '#ui/text/chip.tsx'
import { formatDate } from '#ui/text/format.ts'
import { plural, t } from '#ui/text/t.ts'
import { Loading } from '#ui/waiting/loading.tsx'
import { dollarsOf } from '../payments/payment-parts.tsx'
import { ShowMore } from '../view-parts/show-more.tsx'
import { Retry } from '../view-parts/view-frame.tsx'
import { OnePayout } from './one-payout.tsx'
import box from '#ui/page/card.module.css'
import classes from './payouts.module.css'

const route = getRouteApi(paths.adminDashboard)

/** What the gateway paid to the bank: the list, or the payout in the address. */
export function Payouts() {
  const { payout } = route.useSearch()
  const id = Number(payout ?? 0)
  return Number.isSafeInteger(id) && id > 0 ? <OnePayout key={id} id={id} /> : <PayoutList />
}

/** Newest first: of what, and less what. */
function PayoutList() {
  const list = usePayouts()
  const payouts = list.data?.pages.flatMap((page) => page.payouts) ?? []
  return (
    <section className={classes.view} aria-labelledby="payouts">
      <div>
        <h2 id="payouts">{t(reportPartNames.payouts)}</h2>
        <p className={classes.lead}>{t(payoutsTexts.lead)}</p>
      </div>
      {list.isError ? <Retry error={list.error} onTryAgain={list.refetch} /> : null}
      {list.isPending ? <Loading what={t('Loading payouts')} /> : null}
      {list.isSuccess && payouts.length === 0 ? <p className={classes.lead}>{t(payoutsTexts.empty)}</p> : null}
      {payouts.length > 0 ? <PayoutTable payouts={payouts} /> : null}
      {payouts.length > 0 ? (
        <div data-no-print>
          <AnchorButton look="secondary" href={addressOf(exportPayouts)} download icon={<DownloadIcon />}>
            {t(payoutsTexts.exportCsv)}
          </AnchorButton>
        </div>
      ) : null}
      <ShowMore
        list={list}
        rows={payouts.length}
        counted={(count) => plural(count, '1 payout', '{count} payouts')}
        label={t(payoutsTexts.more)}
      />
    </section>
  )
}

function PayoutTable({ payouts }: { readonly payouts: readonly ListedPayout[] }) {
  return (
    <CardFrame data-lines className={`${box.card} ${classes.frame}`}>
      <Table className={classes.table} aria-labelledby="payouts">
        <TableHead>
          <ColumnHead>{t(payoutColumns.arrivesOn)}</ColumnHead>
          <ColumnHead>{t(payoutColumns.payoutId)}</ColumnHead>
          <ColumnHead>{t(payoutColumns.status)}</ColumnHead>
          {parts.map((part) => (
            <ColumnHead key={part} className={classes.figure}>
              {t(payoutColumns[part])}
            </ColumnHead>
          ))}
          <ColumnHead data-amount>{t(payoutColumns.amount)}</ColumnHead>
        </TableHead>
        <TableBody>
          {payouts.map((payout) => (
            <Row key={payout.id} payout={payout} />
          ))}
        </TableBody>
      </Table>
    </CardFrame>
  )
}

const parts = ['gross', 'fees', 'refunds', 'disputes', 'other'] as const

function Row({ payout }: { readonly payout: ListedPayout }) {
  const { arrivesOn, payoutId, status, amount } = payout
  return (
    <TableRow>
      <RowHead>
        <time dateTime={arrivesOn}>{formatDate(arrivesOn)}</time>
      </RowHead>
      <Cell label={t(payoutColumns.payoutId)} className={classes.id}>
        <Link to={paths.adminDashboard} search={{ view: 'reports', part: 'payouts', payout: payout.id }}>
          {payoutId}
        </Link>
      </Cell>
      <Cell>
        <Chip tone={tones[status]}>{t(payoutStatuses[status])}</Chip>
        {payout.parts ? (
          <p className={classes.note}>{plural(payout.parts.charges, '1 charge', '{count} charges')}</p>
        ) : (
          <p className={classes.note}>{t(payoutsTexts.notListed)}</p>
        )}
      </Cell>
      {parts.map((part) => (
        <Cell key={part} label={t(payoutColumns[part])} className={classes.figure}>
          {dollarsOf(payout.parts?.[part] ?? null)}
        </Cell>
      ))}
      <Cell data-amount>{dollarsOf(amount)}</Cell>
    </TableRow>
  )
}

const tones = {
  pending: 'waiting',
  paid: 'good',
  failed: 'bad',
  canceled: 'none',
  unknown: 'waiting',
} as const satisfies Record<PayoutStatus, ChipTone>

/** Newest first; each page continues after the last one of the previous page. */
function usePayouts() {
  return useInfiniteQuery({
    queryKey: ['payouts'],
    initialPageParam: null,
    queryFn: async ({ pageParam, signal }: { pageParam: number | null; signal: AbortSignal }) =>
      await send(listPayouts, { query: pageParam === null ? {} : { before: pageParam }, signal }),
    getNextPageParam: ({ payouts, hasMore }) => (hasMore ? (payouts.at(-1)?.id ?? null) : null),
  })
}
