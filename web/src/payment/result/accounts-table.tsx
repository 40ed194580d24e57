import { CardFrame, Cell, ColumnHead, RowHead, Table, TableBody, TableHead, TableRow } from '#ui/table/table.tsx'
import type { Receipt } from '../receipt/receipt.ts'
import box from '#ui/page/card.module.css'
import classes from './result.module.css'

/** The accounts of a payment (C§2.8); the rows become cards on narrow screens. */
export function AccountsTable({ receipt }: { readonly receipt: Receipt }) {
  const isPaid = receipt.outcome === 'approved'
  return (
    <section className={`${box.card} ${classes.card}`} aria-labelledby="accounts">
      <h2 id="accounts">{isPaid ? 'Accounts paid' : 'Accounts'}</h2>
      <CardFrame data-lines className={classes.frame}>
        <Table className={classes.table} aria-labelledby="accounts">
          <TableHead>
            <ColumnHead>Account</ColumnHead>
            <ColumnHead>Service location</ColumnHead>
            {isPaid ? <ColumnHead>Receipt number</ColumnHead> : null}
            <ColumnHead data-amount>Amount</ColumnHead>
          </TableHead>
          <TableBody>
            {receipt.accounts.map((account) => (
              <TableRow key={account.accountId}>
                <RowHead>{account.accountId}</RowHead>
                <Cell>{account.serviceLocation}</Cell>
                {isPaid ? <Cell>{account.receiptNumber}</Cell> : null}
                <Cell data-amount>{account.amount}</Cell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </CardFrame>
    </section>
  )
}
