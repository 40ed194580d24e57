import { formatInstant } from '@portal/contract/dates'
import type { PaymentException } from '@portal/contract/exceptions'
import { exceptionsTexts } from '@portal/contract/exceptions-texts'
import { Link } from '@tanstack/react-router'
import { usePortalStart } from '#api/portal-start.tsx'
import { paths } from '#paths.ts'
import { CardFrame, Cell, ColumnHead, RowHead, Table, TableBody, TableHead, TableRow } from '#ui/table/table.tsx'
import { HiddenText } from '#ui/text/hidden-text.tsx'
import { dollarsOf } from '../payments/dollars-of.ts'
import { exceptionSearch } from '../payments/exception-link.ts'
import { PagedList } from './paged-list.tsx'
import { Reasons } from './reasons.tsx'
import { useExceptions } from './use-exceptions.ts'
import outlined from '#ui/button/outlined-button.module.css'
import classes from './exceptions.module.css'

/** The payment exceptions, oldest first. */
export function ExceptionList() {
  const list = useExceptions()
  return (
    <PagedList
      id="exception-payments"
      title={exceptionsTexts.payments}
      list={list}
      rowsOf={({ payments }) => payments}
      nouns={['payment', 'payments']}
      empty={exceptionsTexts.noPayments}
    >
      {(payments) => (
        <CardFrame className={classes.wide}>
          <Table className={classes.table} aria-labelledby="exception-payments">
            <TableHead>
              <ColumnHead>Date</ColumnHead>
              <ColumnHead>Reason</ColumnHead>
              <ColumnHead>Account</ColumnHead>
              <ColumnHead>Receipt</ColumnHead>
              <ColumnHead data-amount>Amount</ColumnHead>
              <ColumnHead>
                <HiddenText>Actions</HiddenText>
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
  const at = formatInstant(profile.timeZone, payment.paidAt)
  return (
    <TableRow>
      <RowHead>
        <time dateTime={payment.paidAt}>{at}</time>
      </RowHead>
      <Cell>
        <Reasons reasons={payment.reasons} />
      </Cell>
      <Cell label="Account">
        {payment.accountId}
        {payment.accountCount > 1 ? ` and ${payment.accountCount - 1} more` : ''}
      </Cell>
      <Cell label="Receipt">{payment.receipt}</Cell>
      <Cell data-amount>{dollarsOf(payment.amount)}</Cell>
      <Cell>
        <Link to={paths.adminDashboard} search={exceptionSearch(payment.id)} className={outlined.button}>
          {exceptionsTexts.open}
          <HiddenText>
            : {payment.receipt || `account ${payment.accountId}`}, {at}
          </HiddenText>
        </Link>
      </Cell>
    </TableRow>
  )
}
