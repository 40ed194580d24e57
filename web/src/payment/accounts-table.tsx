import type { Receipt } from './receipt/receipt.ts'
import classes from './result.module.css'

/** The accounts-paid table (C§2.8); rows become cards on narrow screens. */
export function AccountsTable({ receipt }: { readonly receipt: Receipt }) {
  const isPaid = receipt.outcome === 'approved'
  return (
    <section className={classes.card} aria-labelledby="accounts">
      <h2 id="accounts">{isPaid ? 'Accounts paid' : 'Accounts'}</h2>
      <table className={classes.table} aria-labelledby="accounts">
        <thead>
          <tr>
            <th scope="col">Account</th>
            <th scope="col">Service location</th>
            {isPaid ? <th scope="col">Receipt number</th> : null}
            <th scope="col">Amount</th>
          </tr>
        </thead>
        <tbody>
          {receipt.accounts.map((account) => (
            <tr key={account.accountId}>
              <th scope="row">{account.accountId}</th>
              <td>{account.serviceLocation}</td>
              {isPaid ? <td>{account.receiptNumber}</td> : null}
              <td>{account.amount}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
