import type { AccountNumber } from '@portal/contract/ids'
import { readBillingPayments, readWebPayments, historyRows } from '@portal/contract/one-payment'
import { amountPaid, transactionText } from '@portal/contract/payment-history'
import { reportColumns, reportsTexts } from '@portal/contract/reports'
import { useQuery } from '@tanstack/react-query'
import { send } from '#api/send.ts'
import { CardFrame, Cell, ColumnHead, RowHead, Table, TableBody, TableHead, TableRow } from '#ui/table/table.tsx'
import { dollars } from '#ui/text/format.ts'
import { t } from '#ui/text/t.ts'
import { At, Day } from '../view-parts/times.tsx'
import { dollarsOf, QueryList, statusOf } from './payment-parts.tsx'
import classes from './payment-parts.module.css'

interface AccountProps {
  readonly account: AccountNumber
}

/** The latest payments of an account: those made through the portal, and all that the billing system has (A§3). */
export function AccountHistory({ account }: AccountProps) {
  return (
    <div className={classes.parts}>
      <section className={classes.part} aria-labelledby="web-history">
        <h3 id="web-history">{t(reportsTexts.webHistory)}</h3>
        <WebHistory account={account} />
      </section>
      <section className={classes.part} aria-labelledby="complete-history">
        <h3 id="complete-history">{t(reportsTexts.completeHistory)}</h3>
        <CompleteHistory account={account} />
      </section>
    </div>
  )
}

function WebHistory({ account }: AccountProps) {
  const payments = useQuery({
    queryKey: ['web-payments', account],
    queryFn: async ({ signal }) => (await send(readWebPayments, { body: { accountId: account }, signal })).result,
  })
  return (
    <QueryList query={payments} what={t('Loading web payment history')} empty={t(reportsTexts.noPayments)}>
      {(found) => (
        <CardFrame data-lines className={classes.frame}>
          <Table className={classes.table} aria-labelledby="web-history">
            <TableHead>
              <ColumnHead>{t(reportColumns.payment_date)}</ColumnHead>
              <ColumnHead>{t(reportColumns.receipt_number)}</ColumnHead>
              <ColumnHead>{t(reportColumns.transaction_tag)}</ColumnHead>
              <ColumnHead>{t(reportColumns.username)}</ColumnHead>
              <ColumnHead>{t('Status')}</ColumnHead>
              <ColumnHead data-amount>{t(reportColumns.amount)}</ColumnHead>
            </TableHead>
            <TableBody>
              {found.map((payment, index) => (
                // A declined payment has no unique number.
                // oxlint-disable-next-line react/no-array-index-key
                <TableRow key={index}>
                  <RowHead>
                    <At instant={payment.payment_date} />
                  </RowHead>
                  <Cell label={t(reportColumns.receipt_number)} className={classes.whole}>
                    {payment.receipt_num}
                  </Cell>
                  <Cell label={t(reportColumns.transaction_tag)} className={classes.whole}>
                    {payment.transaction_tag}
                  </Cell>
                  <Cell label={t(reportColumns.username)} className={classes.free}>
                    {payment.username}
                  </Cell>
                  <Cell label={t('Status')}>{statusOf(payment)}</Cell>
                  <Cell data-amount>{dollarsOf(payment.amount)}</Cell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </CardFrame>
      )}
    </QueryList>
  )
}

/** Shows at most eighteen rows (A§9). */
function CompleteHistory({ account }: AccountProps) {
  const payments = useQuery({
    queryKey: ['billing-payments', account],
    queryFn: async ({ signal }) => (await send(readBillingPayments, { body: { accountId: account }, signal })).result,
  })
  return (
    <QueryList query={payments} what={t('Loading the complete history')} empty={t(reportsTexts.empty)}>
      {(found) => (
        <CardFrame data-lines className={classes.frame}>
          <Table className={classes.table} aria-labelledby="complete-history">
            <TableHead>
              <ColumnHead>{t('Date')}</ColumnHead>
              <ColumnHead>{t('Transaction')}</ColumnHead>
              <ColumnHead data-amount>{t(reportColumns.amount)}</ColumnHead>
            </TableHead>
            <TableBody>
              {found.slice(0, historyRows).map((payment, index) => (
                // Payments have no id here, and two of the same day may be identical.
                // oxlint-disable-next-line react/no-array-index-key
                <TableRow key={index}>
                  <RowHead>
                    <Day date={payment.ArrearsDate} />
                  </RowHead>
                  <Cell label={t('Transaction')}>{t(transactionText(payment.FinancialTransactionType))}</Cell>
                  <Cell data-amount>{dollars(amountPaid(payment.TotalAmount))}</Cell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </CardFrame>
      )}
    </QueryList>
  )
}
