import type { Cents } from '@portal/contract/money'
import type { PhonedInAccount } from '@portal/contract/phoned-in'
import { phonedInTexts } from '@portal/contract/phoned-in-texts'
import { useId } from 'react'
import { AmountToPay } from '#payment/accounts-to-pay/amount-to-pay.tsx'
import { Cell, TableRow } from '#ui/table/table.tsx'
import { AccountCells } from './account-cells.tsx'
import { AccountsFrame } from './accounts-frame.tsx'
import { cannotTakeReason } from './cannot-take-reason.ts'
import type { CartRow } from './cart.ts'
import shared from '#payment/accounts-to-pay/accounts-to-pay.module.css'
import classes from './account-table.module.css'

const changed = 'The amount due has changed. Select the account again to pay it.'

interface ShoppingCartProps {
  readonly rows: readonly CartRow[]
  /** Whether amounts that prevent the checkout are marked as errors. */
  readonly marksWrong: boolean
  readonly onChange: (account: PhonedInAccount, isTicked: boolean, amount: Cents) => void
}

/**
 * The Shopping Cart (A§2, A§3): which of the chosen accounts to pay, and how much. The amount of a ticked account can
 * be edited.
 */
export function ShoppingCart({ rows, marksWrong, onChange }: ShoppingCartProps) {
  return (
    <AccountsFrame caption={phonedInTexts.cart} tick="Pay" columns={phonedInTexts.cartColumns}>
      {rows.map((row) => (
        <Row key={row.account.accID} row={row} marksWrong={marksWrong} onChange={onChange} />
      ))}
    </AccountsFrame>
  )
}

interface RowProps extends Omit<ShoppingCartProps, 'rows'> {
  readonly row: CartRow
}

function Row({ row, marksWrong, onChange }: RowProps) {
  const { account, isTicked, amount, hasChanged } = row
  const reason = cannotTakeReason(account)
  const noteId = useId()
  const note = reason ?? (hasChanged ? changed : null)
  const column = phonedInTexts.cartColumns.toPay
  return (
    <TableRow data-ticked={isTicked || undefined}>
      <Cell className={shared.tick}>
        <label>
          <input
            type="checkbox"
            aria-label={`Pay account ${account.accID}, ${account.fullName}`}
            aria-describedby={note ? noteId : undefined}
            checked={isTicked}
            disabled={reason !== null}
            onChange={(event) => onChange(account, event.currentTarget.checked, amount)}
          />
        </label>
      </Cell>
      <AccountCells account={account} note={note} noteId={noteId} />
      <Cell className={`${shared.toPay} ${classes.toPay}`} label={column}>
        <AmountToPay
          label={`${column}, account ${account.accID}`}
          isWrong={marksWrong && isTicked && amount <= 0}
          isEditable={isTicked}
          amount={amount}
          onChange={(typed) => onChange(account, true, typed)}
        />
      </Cell>
    </TableRow>
  )
}
