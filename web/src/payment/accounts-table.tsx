import { tableRoles } from '#ui/table-roles.ts'
import type { Receipt } from './receipt/receipt.ts'
import classes from './result.module.css'

/** The accounts-paid table (C§2.8); rows become cards on narrow screens. */
export function AccountsTable({ receipt }: { readonly receipt: Receipt }) {
  const isPaid = receipt.outcome === 'approved'
  return (
    <section className={classes.card} aria-labelledby="accounts">
      <h2 id="accounts">{isPaid ? 'Accounts paid' : 'Accounts'}</h2>
      <table {...tableRoles.table} className={classes.table} aria-labelledby="accounts">
        <thead {...tableRoles.rows}>
          <tr {...tableRoles.row}>
            <th {...tableRoles.columnHead}>Account</th>
            <th {...tableRoles.columnHead}>Service location</th>
            {isPaid ? <th {...tableRoles.columnHead}>Receipt number</th> : null}
            <th {...tableRoles.columnHead}>Amount</th>
          </tr>
        </thead>
        <tbody {...tableRoles.rows}>
          {receipt.accounts.map((account) => (
            <tr key={account.accountId} {...tableRoles.row}>
              <th {...tableRoles.rowHead}>{account.accountId}</th>
              <td {...tableRoles.cell}>{account.serviceLocation}</td>
              {isPaid ? <td {...tableRoles.cell}>{account.receiptNumber}</td> : null}
              <td {...tableRoles.cell}>{account.amount}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
