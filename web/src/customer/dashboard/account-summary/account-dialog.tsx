import type { AccountSummaryRow } from '@portal/contract/account-summary'
import { accountSummaryTexts } from '@portal/contract/account-summary-texts'
import { dialogRows } from '@portal/contract/bills-texts'
import { Link } from '@tanstack/react-router'
import { paths } from '#paths.ts'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { Loading } from '#ui/waiting/loading.tsx'
import type { Person } from '../accounts/use-person.ts'
import { BillTable } from '../bills/bill-table.tsx'
import { Consumption } from '../bills/consumption.tsx'
import { useBills } from '../bills/use-bills.ts'
import { Retry } from '../view-parts/retry.tsx'
import { PaymentHistory } from './payment-history.tsx'
import type { RowDialog } from './row-actions.tsx'
import classes from '../dashboard.module.css'

interface AccountDialogProps {
  readonly dialog: RowDialog
  readonly row: AccountSummaryRow
  readonly person: Person
  readonly onClose: () => void
}

const titles = {
  bills: accountSummaryTexts.viewBill,
  consumption: accountSummaryTexts.viewConsumption,
  history: accountSummaryTexts.paymentHistory,
} as const satisfies Record<RowDialog, string>

/** View Bill, View Consumption and Payment History of one account, in a dialog (C§2.5). */
export function AccountDialog({ dialog, row, person, onClose }: AccountDialogProps) {
  return (
    <Dialog open wide title={`${titles[dialog]} – ${row.accID}`} onClose={onClose}>
      {dialog === 'bills' ? <LastBills accountId={row.accID} person={person} /> : null}
      {dialog === 'consumption' ? <Consumption accountId={row.accID} /> : null}
      {dialog === 'history' ? <PaymentHistory accountId={row.accID} /> : null}
    </Dialog>
  )
}

interface AccountProps {
  readonly accountId: AccountSummaryRow['accID']
}

/** The latest bills, eighteen at most; My Bills has the rest. */
function LastBills({ accountId, person }: AccountProps & { readonly person: Person }) {
  const bills = useBills({ accountId, page: 1, size: dialogRows })
  if (bills.isPending) return <Loading what="Loading bills" rows={dialogRows} />
  if (bills.isError) return <Retry error={bills.error} onTryAgain={() => void bills.refetch()} />
  return (
    <div className={classes.stack}>
      <BillTable bills={bills.data.result} person={person} />
      {bills.data.total > dialogRows ? (
        <p>
          <Link to={paths.dashboard} search={{ view: 'bills', account: accountId }}>
            See all {bills.data.total} bills for this account
          </Link>
        </p>
      ) : null}
    </div>
  )
}
