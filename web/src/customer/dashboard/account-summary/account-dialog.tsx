import { type AccountSummaryRow, accountSummaryTexts } from '@portal/contract/account-summary'
import { bankStandingTexts } from '@portal/contract/bank-accounts'
import { billingDataTexts } from '@portal/contract/billing-data'
import { dialogRows } from '@portal/contract/bills'
import { dateIn } from '@portal/contract/dates'
import type { AccountNumber } from '@portal/contract/ids'
import {
  readPaymentHistory,
  amountPaid,
  type PaymentHistoryItem,
  paymentHistoryTexts,
  transactionText,
} from '@portal/contract/payment-history'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useLacks, usePortalStart } from '#api/portal-start.tsx'
import { send } from '#api/send.ts'
import { paths } from '#paths.ts'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { CardFrame, Cell, ColumnHead, RowHead, Table, TableBody, TableHead, TableRow } from '#ui/table/table.tsx'
import { dollars, formatDate } from '#ui/text/format.ts'
import { t } from '#ui/text/t.ts'
import { Loading } from '#ui/waiting/loading.tsx'
import type { Person } from '../accounts/use-accounts.ts'
import { BillTable, useBills } from '../bills/bill-table.tsx'
import { Consumption } from '../bills/consumption.tsx'
import { Retry } from '../view-states.tsx'
import type { RowDialog } from './account-row.tsx'
import classes from '../dashboard.module.css'
import own from './account-dialog.module.css'

interface AccountDialogProps {
  readonly dialog: RowDialog
  readonly row: AccountSummaryRow
  readonly person: Person
  readonly onClose: () => void
}

const titles = {
  bills: t(accountSummaryTexts.viewBill),
  consumption: t(accountSummaryTexts.viewConsumption),
  history: t(accountSummaryTexts.paymentHistory),
} as const satisfies Record<RowDialog, string>

/** View Bill, View Consumption and Payment History of one account, in a dialog (C§2.5). */
export function AccountDialog({ dialog, row, person, onClose }: AccountDialogProps) {
  return (
    <Dialog open wide title={`${titles[dialog]}\u00A0– ${row.accID}`} onClose={onClose}>
      {dialog === 'bills' ? <LastBills accountId={row.accID} person={person} /> : null}
      {dialog === 'consumption' ? <Consumption accountId={row.accID} /> : null}
      {dialog === 'history' ? (
        <div className={classes.stack}>
          <PaymentsElsewhere />
          <PaymentHistory accountId={row.accID} />
        </div>
      ) : null}
    </Dialog>
  )
}

interface AccountProps {
  readonly accountId: AccountSummaryRow['accID']
}

/** The latest bills, eighteen at most; My Bills has the rest. */
function LastBills({ accountId, person }: AccountProps & { readonly person: Person }) {
  const bills = useBills({ accountId, page: 1, size: dialogRows })
  if (bills.isPending) return <Loading what={t('Loading bills')} rows={dialogRows} />
  if (bills.isError) return <Retry error={bills.error} onTryAgain={() => void bills.refetch()} />
  return (
    <div className={classes.stack}>
      <BillTable bills={bills.data.result} person={person} />
      {bills.data.total > dialogRows ? (
        <p>
          <Link to={paths.dashboard} search={{ view: 'bills', account: accountId }}>
            {t('See all {total} bills for this account', { total: bills.data.total })}
          </Link>
        </p>
      ) : null}
    </div>
  )
}

/** A payment that its bank has not confirmed, or has returned. */
function OfBank({ bank: { standing, by, checkout } }: { readonly bank: NonNullable<PaymentHistoryItem['bank']> }) {
  const { profile } = usePortalStart()
  const words = t(bankStandingTexts[standing], { day: by ? formatDate(dateIn(profile.timeZone, by)) : '' })
  return (
    <span className={classes.second}>
      {checkout ? (
        <Link to={paths.paymentResult} search={{ id: checkout, by: 'customer' }}>
          {words}
        </Link>
      ) : (
        words
      )}
    </span>
  )
}

/** Billing files name no payments, so that the list has only those made here. */
function PaymentsElsewhere() {
  return useLacks().includes('payments') ? <p>{t(billingDataTexts.paymentsElsewhere)}</p> : null
}

/** The latest eighteen payments of an account, including reversals (C§2.5, C§3). */
function PaymentHistory({ accountId }: { readonly accountId: AccountNumber }) {
  const history = useQuery({
    queryKey: ['payment-history', accountId],
    queryFn: async ({ signal }) =>
      (await send(readPaymentHistory, { as: 'customer', body: { accountId }, signal })).result,
  })
  if (history.isPending) return <Loading what={t('Loading payments')} />
  if (history.isError) return <Retry error={history.error} onTryAgain={() => void history.refetch()} />
  if (history.data.length === 0) return <p>{t(paymentHistoryTexts.none)}</p>
  return (
    <CardFrame data-lines className={own.frame}>
      <Table className={`${classes.table} ${own.history}`} aria-label={t(accountSummaryTexts.paymentHistory)}>
        <TableHead>
          <ColumnHead>{t('Payment Date')}</ColumnHead>
          <ColumnHead>{t('Account Number')}</ColumnHead>
          <ColumnHead>{t('Transaction')}</ColumnHead>
          <ColumnHead data-amount>{t('Amount')}</ColumnHead>
        </TableHead>
        <TableBody>
          {history.data.slice(0, dialogRows).map((item, index) => (
            // Payments have no id here, and two of the same day may be identical.
            // oxlint-disable-next-line react/no-array-index-key
            <TableRow key={index}>
              <RowHead>{formatDate(item.ArrearsDate)}</RowHead>
              <Cell className={own.account}>{item.Parent}</Cell>
              <Cell className={own.transaction}>
                {t(transactionText(item.FinancialTransactionType))}
                {item.receiptNumber ? <span className={classes.second}>{item.receiptNumber}</span> : null}
                {item.bank ? <OfBank bank={item.bank} /> : null}
              </Cell>
              <Cell data-amount>{dollars(amountPaid(item.TotalAmount))}</Cell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </CardFrame>
  )
}
