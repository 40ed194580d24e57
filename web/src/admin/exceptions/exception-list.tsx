import { formatInstant } from '@portal/contract/dates'
import type { PaymentException } from '@portal/contract/exceptions'
import { type ExceptionReason, exceptionReasons, exceptionsTexts } from '@portal/contract/exceptions-texts'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { usePortalStart } from '#api/portal-start.tsx'
import { paths } from '#paths.ts'
import { AlertIcon } from '#ui/icons.tsx'
import { CardFrame, Cell, ColumnHead, RowHead, Table, TableBody, TableHead, TableRow } from '#ui/table/table.tsx'
import { HiddenText } from '#ui/text/hidden-text.tsx'
import { plural, t } from '#ui/text/t.ts'
import { Loading } from '#ui/waiting/loading.tsx'
import { exceptionSearch } from '../payments/exception-count.tsx'
import { dollarsOf } from '../payments/payment-parts.tsx'
import { ShowMore } from '../view-parts/show-more.tsx'
import { Retry } from '../view-parts/view-frame.tsx'
import { useExceptions } from './use-exceptions.ts'
import outlined from '#ui/button/outlined-button.module.css'
import classes from './exceptions.module.css'

/** The payment exceptions, oldest first. */
export function ExceptionList() {
  const list = useExceptions()
  return (
    <PagedList
      id="exception-payments"
      title={t(exceptionsTexts.payments)}
      list={list}
      rowsOf={({ payments }) => payments}
      counted={(count) => plural(count, '1 payment', '{count} payments')}
      empty={t(exceptionsTexts.noPayments)}
    >
      {(payments) => (
        <CardFrame className={classes.wide}>
          <Table className={classes.table} aria-labelledby="exception-payments">
            <TableHead>
              <ColumnHead>{t('Date')}</ColumnHead>
              <ColumnHead>{t('Reason')}</ColumnHead>
              <ColumnHead>{t('Account')}</ColumnHead>
              <ColumnHead>{t('Receipt')}</ColumnHead>
              <ColumnHead data-amount>{t('Amount')}</ColumnHead>
              <ColumnHead>
                <HiddenText>{t('Actions')}</HiddenText>
              </ColumnHead>
            </TableHead>
            <TableBody>
              {payments.map((payment) => (
                <Row key={payment.id} payment={payment} />
              ))}
            </TableBody>
          </Table>
        </CardFrame>
      )}
    </PagedList>
  )
}

function Row({ payment }: { readonly payment: PaymentException }) {
  const { profile } = usePortalStart()
  const at = formatInstant(profile, payment.paidAt)
  return (
    <TableRow>
      <RowHead>
        <time dateTime={payment.paidAt}>{at}</time>
      </RowHead>
      <Cell>
        <Reasons reasons={payment.reasons} />
      </Cell>
      <Cell label={t('Account')}>
        <span className={classes.figure}>{payment.accountId}</span>
        {payment.accountCount > 1 ? t(' and {count} more', { count: payment.accountCount - 1 }) : ''}
      </Cell>
      <Cell label={t('Receipt')}>{payment.receipt}</Cell>
      <Cell data-amount>{dollarsOf(payment.amount)}</Cell>
      <Cell>
        <Link to={paths.adminDashboard} search={exceptionSearch(payment.id)} className={outlined.button}>
          {t(exceptionsTexts.open)}
          <HiddenText>
            : {payment.receipt || t('account {accountId}', { accountId: payment.accountId })}, {at}
          </HiddenText>
        </Link>
      </Cell>
    </TableRow>
  )
}

/** The reasons why a payment is an exception, in a word or two each. */
export function Reasons({ reasons }: { readonly reasons: readonly ExceptionReason[] }) {
  return (
    <ul className={classes.reasons}>
      {reasons.map((reason) => (
        <li key={reason}>
          <AlertIcon size={16} />
          {t(exceptionReasons[reason].name)}
        </li>
      ))}
    </ul>
  )
}

interface PagedListProps<Page, Row> {
  readonly id: string
  readonly title: string
  readonly list: UseInfiniteQueryResult<InfiniteData<Page>>
  readonly rowsOf: (page: Page) => readonly Row[]
  /** The word for one row, and for several. */
  readonly counted: (rows: number) => string
  /** The text when the list is empty. */
  readonly empty: string
  readonly children: (rows: Row[]) => ReactNode
}

/** Shows a list that is fetched in pages, with its loading, failed and empty states. */
export function PagedList<Page, Row>({ id, title, list, rowsOf, counted, empty, children }: PagedListProps<Page, Row>) {
  const rows = list.data?.pages.flatMap(rowsOf) ?? []
  return (
    <section className={classes.list} aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      {list.isError ? <Retry error={list.error} onTryAgain={list.refetch} /> : null}
      {list.isPending ? <Loading what={t('Loading {what}', { what: title.toLowerCase() })} /> : null}
      {list.isSuccess && rows.length === 0 ? <p className={classes.empty}>{empty}</p> : null}
      {rows.length > 0 ? children(rows) : null}
      <ShowMore list={list} rows={rows.length} counted={counted} label={t(exceptionsTexts.more)} />
    </section>
  )
}
