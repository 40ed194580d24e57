import { reasonInWords } from '@portal/contract/autopay-reasons'
import { type HeldCharge, autopayRunTexts, listHeldCharges } from '@portal/contract/autopay-run'
import { isEstimate, type NextCharge, willCharge } from '@portal/contract/next-charge'
import { useInfiniteQuery } from '@tanstack/react-query'
import { send } from '#api/send.ts'
import { paths } from '#paths.ts'
import { cardInWords } from '#payment/saved-cards/use-saved-cards.ts'
import { ButtonLink } from '#ui/button/button.tsx'
import { BackIcon } from '#ui/icons.tsx'
import { CardFrame, Cell, ColumnHead, RowHead, Table, TableBody, TableHead, TableRow } from '#ui/table/table.tsx'
import { dollars, formatDate } from '#ui/text/format.ts'
import { plural, t } from '#ui/text/t.ts'
import { Loading } from '#ui/waiting/loading.tsx'
import { ShowMore } from '../view-parts/show-more.tsx'
import { Retry } from '../view-parts/view-frame.tsx'
import box from '#ui/page/card.module.css'
import classes from './autopay-run.module.css'

/** The charges that wait for one reason, oldest first. */
export function HeldCharges({ reason }: { readonly reason: string }) {
  const list = useInfiniteQuery({
    queryKey: ['autopay-held', reason],
    initialPageParam: null,
    queryFn: async ({ pageParam, signal }: { pageParam: number | null; signal: AbortSignal }) =>
      await send(listHeldCharges, { query: { reason, ...(pageParam === null ? {} : { after: pageParam }) }, signal }),
    getNextPageParam: ({ charges, hasMore }) => (hasMore ? (charges.at(-1)?.id ?? null) : null),
  })
  const charges = list.data?.pages.flatMap((page) => page.charges) ?? []
  const { name, meaning } = reasonInWords(reason)
  return (
    <section className={classes.view} aria-labelledby="held-charges">
      <div data-no-print>
        <ButtonLink
          look="quiet"
          icon={<BackIcon />}
          to={paths.adminDashboard}
          search={{ view: 'reports', part: 'autopay' }}
        >
          {t(autopayRunTexts.back)}
        </ButtonLink>
      </div>
      <div>
        <h2 id="held-charges">
          {t(autopayRunTexts.held)}: {t(name)}
        </h2>
        {meaning ? <p className={classes.lead}>{t(meaning)}</p> : null}
      </div>
      {list.isError ? <Retry error={list.error} onTryAgain={list.refetch} /> : null}
      {list.isPending ? <Loading what={t('Loading charges')} /> : null}
      {list.isSuccess && charges.length === 0 ? <p className={classes.muted}>{t(autopayRunTexts.heldGone)}</p> : null}
      {charges.length > 0 ? <Charges charges={charges} /> : null}
      <ShowMore
        list={list}
        rows={charges.length}
        counted={(count) => plural(count, '1 charge', '{count} charges')}
        label={t(autopayRunTexts.more)}
      />
    </section>
  )
}

const kinds = { autoPay: 'AutoPay', scheduled: 'Scheduled' } as const

/** Of a charge that will be made as things stand. */
function dayOf(next: NextCharge): string {
  if (!willCharge(next)) return ''
  const day = formatDate(next.on)
  return next.says.endsWith('From') ? t(autopayRunTexts.orLater, { day }) : day
}

function amountOf(next: NextCharge): string {
  if (next.amount === null) return ''
  const amount = dollars(next.amount)
  return isEstimate(next) ? t(autopayRunTexts.about, { amount }) : amount
}

function Charges({ charges }: { readonly charges: readonly HeldCharge[] }) {
  return (
    <CardFrame data-lines className={`${box.card} ${classes.frame}`}>
      <Table className={classes.table} aria-labelledby="held-charges">
        <TableHead>
          {[t('Account'), t('Made By'), t('Card'), t('Due date'), t('Charge date')].map((name) => (
            <ColumnHead key={name}>{name}</ColumnHead>
          ))}
          <ColumnHead data-amount>{t('Amount')}</ColumnHead>
        </TableHead>
        <TableBody>
          {charges.map(({ id, accountId, kind, brand, lastFour, next }) => (
            <TableRow key={id}>
              <RowHead>{accountId}</RowHead>
              <Cell label={t('Made By')}>{t(kinds[kind])}</Cell>
              <Cell label={t('Card')}>{cardInWords({ brand, lastFour })}</Cell>
              <Cell label={t('Due date')}>
                <time dateTime={next.dueOn}>{formatDate(next.dueOn)}</time>
              </Cell>
              <Cell label={t('Charge date')}>{dayOf(next)}</Cell>
              <Cell data-amount>{amountOf(next)}</Cell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </CardFrame>
  )
}
