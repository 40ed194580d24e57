import { formatInstant } from '@portal/contract/dates'
import type { AttentionPayment } from '@portal/contract/money-desk'
import { moneyDeskTexts } from '@portal/contract/money-desk-texts'
import { Link } from '@tanstack/react-router'
import { usePortalStart } from '#api/portal-start.tsx'
import { paths } from '#paths.ts'
import { CardFrame, Cell, ColumnHead, RowHead, Table, TableBody, TableHead, TableRow } from '#ui/table/table.tsx'
import { HiddenText } from '#ui/text/hidden-text.tsx'
import { deskSearch } from '../payments/desk-link.ts'
import { dollarsOf } from '../payments/dollars-of.ts'
import { PagedList } from './paged-list.tsx'
import { Reasons } from './reasons.tsx'
import { useAttentionPayments } from './use-money-desk.ts'
import outlined from '#ui/button/outlined-button.module.css'
import classes from './money-desk.module.css'

/** The payments that need attention, oldest first. */
export function AttentionList() {
  const list = useAttentionPayments()
  return (
    <PagedList
      id="attention-payments"
      title={moneyDeskTexts.payments}
      list={list}
      rowsOf={({ payments }) => payments}
      nouns={['payment', 'payments']}
      empty={moneyDeskTexts.noPayments}
    >
      {(payments) => (
        <CardFrame className={classes.wide}>
          <Table className={classes.table} aria-labelledby="attention-payments">
            <TableHead>
              <ColumnHead>Date</ColumnHead>
              <ColumnHead>What is the matter</ColumnHead>
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

function Row({ payment }: { readonly payment: AttentionPayment }) {
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
        <Link to={paths.adminDashboard} search={deskSearch(payment.id)} className={outlined.button}>
          {moneyDeskTexts.open}
          <HiddenText>
            : {payment.receipt || `account ${payment.accountId}`}, {at}
          </HiddenText>
        </Link>
      </Cell>
    </TableRow>
  )
}
