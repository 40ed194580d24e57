import type { AccountSummaryRow } from '@portal/contract/account-summary'
import { Link } from '@tanstack/react-router'
import { paths } from '#paths.ts'
import { t } from '#ui/text/t.ts'
import { Loading } from '#ui/waiting/loading.tsx'
import type { Person } from '../accounts/use-accounts.ts'
import { BillTable, useBills } from '../bills/bill-table.tsx'
import { Consumption } from '../bills/consumption.tsx'
import { Retry } from '../view-states.tsx'
import box from '#ui/page/card.module.css'
import classes from '../dashboard.module.css'

interface RowProps {
  readonly row: AccountSummaryRow
}

/** Twelve months of the only account, on the first screen. */
export function UsageCard({ row }: RowProps) {
  return (
    <section className={box.card} aria-labelledby="usage">
      <h2 id="usage">{t('12 months of usage and bills')}</h2>
      <Consumption accountId={row.accID} />
    </section>
  )
}

const fewBills = 6

/** The last bills of the only account, and whether they are paid. */
export function LastBills({ row, person }: RowProps & { readonly person: Person }) {
  const bills = useBills({ accountId: row.accID, page: 1, size: fewBills })
  return (
    <section className={box.card} aria-labelledby="last-bills">
      <div className={classes.cardHead}>
        <h2 id="last-bills">{t('Last bills')}</h2>
        <Link to={paths.dashboard} search={{ view: 'bills' }} data-no-print>
          {t('My Bills')}
        </Link>
      </div>
      {bills.isPending ? <Loading what={t('Loading bills')} rows={fewBills} /> : null}
      {bills.isError ? <Retry error={bills.error} onTryAgain={() => void bills.refetch()} /> : null}
      {bills.data ? <BillTable bills={bills.data.result} person={person} account={row} /> : null}
    </section>
  )
}
